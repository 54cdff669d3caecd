import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { cancelJob } from "../jobs/cancelJob";
import { callServer } from "../serverCommand";
import { reproductionId } from "./openFiles";
import type { ReproductionsView } from "./reproductionsView";

const REMOVE = "Remove";

export async function cancelReproduction(
  session: ServerSession,
  view: ReproductionsView,
  given: unknown,
): Promise<void> {
  const job = view.jobOf(reproductionId(given));
  if (job === undefined || !(await cancelJob(session, job))) {
    void vscode.window.showInformationMessage("Seismograd: the reproduction had already ended.");
  }
}

/** Remove a reproduction with its files, if that is meant. */
export async function removeReproduction(
  session: ServerSession,
  view: ReproductionsView,
  given: unknown,
): Promise<void> {
  const id = reproductionId(given);
  const title = view.find(id)?.title ?? id;
  const detail = "Its script, its report and its log of attempts are deleted.";
  const chosen = await vscode.window.showWarningMessage(
    `Remove the reproduction "${title}"?`,
    { modal: true, detail },
    REMOVE,
  );
  if (chosen === REMOVE) {
    await callServer(session, "seismograd.removeReproduction", [{ id }]);
    await view.refresh();
  }
}

/** Copy the regression test among the tests of the project, and show it there. */
export async function insertAsTest(session: ServerSession, given: unknown): Promise<void> {
  const { path } = await callServer<{ path: string }>(
    session,
    "seismograd.insertReproductionTest",
    [{ id: reproductionId(given) }],
  );
  await vscode.window.showTextDocument(vscode.Uri.file(path));
}
