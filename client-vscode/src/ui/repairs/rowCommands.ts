import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { cancelJob } from "../jobs/cancelJob";
import { showReport } from "../runs/reportPage";
import { callServer } from "../serverCommand";
import { patchName, repairId } from "./repair";
import type { RepairsView } from "./repairsView";

export async function cancelRepair(
  session: ServerSession,
  view: RepairsView,
  given: unknown,
): Promise<void> {
  const job = view.jobOf(repairId(given));
  if (job === undefined || !(await cancelJob(session, job))) {
    void vscode.window.showInformationMessage("Seismograd: the search had already ended.");
  }
}

/** The page with the patches, the trials and their plots. */
export function openRepair(session: ServerSession, given: unknown): Promise<void> {
  return showReport(session, "seismograd.repairReport", "Repair", repairId(given));
}

/** The server checks that the text is what the search saw, and has the editor ask for consent. */
export async function applyPatch(
  session: ServerSession,
  view: RepairsView,
  given: unknown,
): Promise<void> {
  await callServer(session, "seismograd.applyPatch", [patchName(given)]);
  await view.refresh();
}

export async function revertPatch(
  session: ServerSession,
  view: RepairsView,
  given: unknown,
): Promise<void> {
  await callServer(session, "seismograd.revertPatch", [patchName(given)]);
  await view.refresh();
}
