import * as vscode from "vscode";
import type { JobRegistry } from "./jobRegistry";

/** Let menus and the palette know whether there is anything to cancel. */
export function registerJobContext(jobs: JobRegistry): vscode.Disposable {
  let told = false;
  return jobs.onDidChangeJob(() => {
    const running = jobs.running.length > 0;
    if (running !== told) {
      told = running;
      void vscode.commands.executeCommand("setContext", "seismograd.jobsRunning", running);
    }
  });
}
