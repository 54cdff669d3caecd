import * as vscode from "vscode";

const OURS = "@ext:seismograd.seismograd";

/** Open the settings at those of Seismograd. */
export async function openSettings(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.openSettings", OURS);
}
