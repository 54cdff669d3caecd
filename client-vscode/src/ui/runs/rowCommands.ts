import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { cancelJob } from "../jobs/cancelJob";
import { callServer } from "../serverCommand";
import type { RunsView } from "./runsView";

/** Ten times the longest report of a run. */
const MOST_BYTES = 50_000_000;

/** The run of the row that a command was called on. */
export function runId(given: unknown): string {
  const id = typeof given === "object" && given !== null && "id" in given ? given.id : given;
  if (typeof id !== "string") {
    throw new Error("choose a run in the Runs view.");
  }
  return id;
}

export async function cancelRun(
  session: ServerSession,
  view: RunsView,
  given: unknown,
): Promise<void> {
  const job = view.jobOf(runId(given));
  if (job === undefined || !(await cancelJob(session, job))) {
    void vscode.window.showInformationMessage("Seismograd: the run had already ended.");
  }
}

/** The HTML page of a run, shown as it is: it has no scripts and loads nothing. */
export async function openReport(session: ServerSession, given: unknown): Promise<void> {
  const { path } = await callServer<{ path: string }>(session, "seismograd.runReport", [
    { id: runId(given) },
  ]);
  const page = vscode.Uri.file(path);
  const { type, size } = await vscode.workspace.fs.stat(page);
  if (type !== vscode.FileType.File || size > MOST_BYTES) {
    throw new Error(`${path} is not the report that Seismograd wrote.`);
  }
  const content = await vscode.workspace.fs.readFile(page);
  const panel = vscode.window.createWebviewPanel(
    "seismograd.runReport",
    "Run Report",
    vscode.ViewColumn.Active,
    { enableScripts: false, localResourceRoots: [] },
  );
  panel.webview.html = new TextDecoder().decode(content);
}

export async function openTrace(session: ServerSession, given: unknown): Promise<void> {
  const { run } = await callServer<{ run: { trace: string } }>(session, "seismograd.runSummary", [
    { id: runId(given) },
  ]);
  await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(run.trace));
}
