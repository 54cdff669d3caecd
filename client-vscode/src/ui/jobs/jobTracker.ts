import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { SHOW_LOGS } from "../commands/ids";
import type { Job } from "./job";
import { JobRegistry } from "./jobRegistry";

/** Kinds of jobs whose failure reaches whoever waits for their result. */
const ANSWERED = new Set(["language-model"]);
const SHOW_LOGS_LABEL = "Show Logs";

/** Follow the server's jobs for as long as it runs, and tell once when one has failed. */
export function trackJobs(session: ServerSession): { jobs: JobRegistry; tracking: vscode.Disposable } {
  const jobs = new JobRegistry();
  const tracking = vscode.Disposable.from(
    session.onNotification("seismograd/job", (job: Job) => jobs.take(job)),
    session.onDidChangeState((state) => {
      if (state.kind !== "running") {
        jobs.dropAll();
      }
    }),
    jobs.onDidChangeJob((job) => void tellFailure(job)),
    jobs,
  );
  return { jobs, tracking };
}

async function tellFailure(job: Job): Promise<void> {
  if (job.state !== "failed" || ANSWERED.has(job.kind)) {
    return;
  }
  const reason = job.message === null ? "" : `: ${job.message}`;
  const text = `Seismograd: "${job.title}" failed${reason}`;
  if ((await vscode.window.showErrorMessage(text, SHOW_LOGS_LABEL)) !== undefined) {
    await vscode.commands.executeCommand(SHOW_LOGS);
  }
}
