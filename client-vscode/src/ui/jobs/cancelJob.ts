import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { jobText, type Job } from "./job";
import type { JobRegistry } from "./jobRegistry";

/** Ask the server to stop a job; false where it had already ended. */
export async function cancelJob(session: ServerSession, id: string): Promise<boolean> {
  const answer = await session.request<{ cancelled: boolean }>("seismograd/cancelJob", { id });
  return answer.cancelled;
}

/** Cancel the job named or shown in a row, or let the person choose among those that run. */
export async function chooseAndCancel(
  session: ServerSession,
  jobs: JobRegistry,
  asked?: unknown,
): Promise<void> {
  const id = idOf(asked);
  const job = id === undefined ? await chooseJob(jobs.running) : jobs.find(id);
  if (job !== undefined && !(await cancelJob(session, job.id))) {
    void vscode.window.showInformationMessage(`Seismograd: "${job.title}" had already ended.`);
  }
}

function idOf(asked: unknown): string | undefined {
  const id = typeof asked === "object" && asked !== null && "id" in asked ? asked.id : asked;
  return typeof id === "string" ? id : undefined;
}

interface JobChoice extends vscode.QuickPickItem {
  job: Job;
}

async function chooseJob(running: Job[]): Promise<Job | undefined> {
  if (running.length === 0) {
    void vscode.window.showInformationMessage("Seismograd: no job is running.");
    return undefined;
  }
  const choices: JobChoice[] = running.map((job) => ({
    label: `$(close) ${job.title}`,
    description: jobText({ ...job, title: "" }).replace(/^: /, ""),
    job,
  }));
  const chosen = await vscode.window.showQuickPick(choices, {
    title: "Running Seismograd Jobs",
    placeHolder: "Choose a job to cancel it",
  });
  return chosen?.job;
}
