import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { cancelJob } from "./cancelJob";
import { isOver, type Job } from "./job";
import type { JobRegistry } from "./jobRegistry";

type Step = vscode.Progress<{ message?: string; increment?: number }>;

const shown = new Map<string, Promise<Job>>();

/**
 * Show a job that a person has just started as a notification with a working cancel.
 *
 * Jobs that nobody asked for stay in the status bar, and one that is asked for again has its
 * notification already. The promise is kept when the job ends, with the last word on it.
 */
export async function showJobProgress(
  session: ServerSession,
  jobs: JobRegistry,
  job: Job,
): Promise<Job> {
  if (isOver(job)) {
    return job;
  }
  const present = shown.get(job.id);
  if (present) {
    return present;
  }
  const end = notify(session, jobs, job).finally(() => void shown.delete(job.id));
  shown.set(job.id, end);
  return end;
}

async function notify(session: ServerSession, jobs: JobRegistry, job: Job): Promise<Job> {
  const title = `Seismograd: ${job.title}`;
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, (progress, token) => {
    const cancelling = token.onCancellationRequested(() => void stop(session, job));
    return follow(jobs, job, progress).finally(() => void cancelling.dispose());
  });
}

function follow(jobs: JobRegistry, first: Job, progress: Step): Promise<Job> {
  const report = stepReporter(progress);
  report(first);
  return new Promise((resolve) => {
    const listening = jobs.onDidChangeJob((job) => {
      if (job.id !== first.id) {
        return;
      }
      if (!isOver(job)) {
        report(job);
        return;
      }
      listening.dispose();
      resolve(job);
    });
  });
}

async function stop(session: ServerSession, job: Job): Promise<void> {
  try {
    await cancelJob(session, job.id);
  } catch (error) {
    session.log.error(`"${job.title}" could not be cancelled: ${String(error)}`);
  }
}

/** Progress wants increments where the server tells how far the whole has come. */
export function stepReporter(progress: Step): (job: Job) => void {
  let shown = 0;
  return (job) => {
    const reached = Math.max(shown, job.percentage ?? shown);
    progress.report({ message: job.message ?? "", increment: reached - shown });
    shown = reached;
  };
}
