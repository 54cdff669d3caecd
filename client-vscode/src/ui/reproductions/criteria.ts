import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { cancelJob } from "../jobs/cancelJob";
import { callServer } from "../serverCommand";
import { reproductionId } from "./openFiles";
import type { Reproducer } from "./reproducer";
import type { ReproductionsView } from "./reproductionsView";

const CRITERIA_FILE = /[\\/]\.seismograd[\\/]reproductions[\\/]([\w-]+)[\\/]criteria\.json$/;

/** Open what runs are checked for, as a document with a button that uses it. */
export async function editCriteria(session: ServerSession, given: unknown): Promise<void> {
  const { path } = await callServer<{ path: string }>(
    session,
    "seismograd.reproductionCriteria",
    [{ id: reproductionId(given) }],
  );
  await vscode.window.showTextDocument(vscode.Uri.file(path));
}

/** Try again with the criteria of the document; an attempt that still goes on is given up. */
export async function useCriteria(
  session: ServerSession,
  view: ReproductionsView,
  reproducer: Reproducer,
): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const [, id] = CRITERIA_FILE.exec(document?.uri.fsPath ?? "") ?? [];
  if (document === undefined || id === undefined) {
    throw new Error("open the criteria of a reproduction first, from the Reproductions view.");
  }
  await reproducer.again(id, document.getText());
  const before = view.jobOf(id);
  if (before !== undefined) {
    await cancelJob(session, before);
  }
}
