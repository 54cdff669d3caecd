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

/** Diagnose a run that is over; what is found appears in the code. */
export async function diagnoseRun(session: ServerSession, given: unknown): Promise<void> {
  await callServer(session, "seismograd.diagnose", [{ id: runId(given) }]);
}

export function openReport(session: ServerSession, given: unknown): Promise<void> {
  return showPage(session, "seismograd.runReport", "Run Report", given);
}

/** The evidence and the plots of a diagnosis. */
export function openDiagnosis(session: ServerSession, given: unknown): Promise<void> {
  return showPage(session, "seismograd.diagnosisReport", "Diagnosis", given);
}

/** An HTML page that the server writes, shown as it is: its scripts are off, it loads nothing. */
async function showPage(
  session: ServerSession,
  command: string,
  title: string,
  given: unknown,
): Promise<void> {
  const { path } = await callServer<{ path: string }>(session, command, [{ id: runId(given) }]);
  const page = vscode.Uri.file(path);
  const { type, size } = await vscode.workspace.fs.stat(page);
  if (type !== vscode.FileType.File || size > MOST_BYTES) {
    throw new Error(`${path} is not the report that Seismograd wrote.`);
  }
  const content = await vscode.workspace.fs.readFile(page);
  const panel = vscode.window.createWebviewPanel(
    command,
    title,
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
