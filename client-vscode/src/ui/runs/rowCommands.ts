import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { cancelJob } from "../jobs/cancelJob";
import { callServer } from "../serverCommand";
import { showReport } from "./reportPage";
import type { RunsView } from "./runsView";

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
  return showReport(session, "seismograd.runReport", "Run Report", runId(given));
}

/** The evidence and the plots of a diagnosis. */
export function openDiagnosis(session: ServerSession, given: unknown): Promise<void> {
  return showReport(session, "seismograd.diagnosisReport", "Diagnosis", runId(given));
}

export async function openTrace(session: ServerSession, given: unknown): Promise<void> {
  const { run } = await callServer<{ run: { trace: string } }>(session, "seismograd.runSummary", [
    { id: runId(given) },
  ]);
  await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(run.trace));
}
