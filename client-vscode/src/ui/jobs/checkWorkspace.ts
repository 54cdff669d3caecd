import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { callServer } from "../serverCommand";
import { showJobProgress } from "./jobProgress";
import type { JobRegistry } from "./jobRegistry";

const SHOWN_FOR_MS = 6000;

/** Check every file of the open folders as a job that can be watched and cancelled. */
export async function checkWorkspaceNow(session: ServerSession, jobs: JobRegistry): Promise<void> {
  if (!vscode.workspace.workspaceFolders?.length) {
    throw new Error("open a folder first; without one only open files are checked.");
  }
  const { job: id } = await callServer<{ job: string }>(session, "seismograd.checkWorkspace");
  const last = await showJobProgress(session, jobs, jobs.expect(id, "Checking the workspace"));
  if (last.state === "done") {
    const words = last.message ?? "the workspace is checked";
    vscode.window.setStatusBarMessage(`$(check) Seismograd: ${words}`, SHOWN_FOR_MS);
  }
}
