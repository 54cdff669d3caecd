import * as vscode from "vscode";
import { isOver, type Job } from "./job";

/** The server's jobs, as its notifications tell of them. */
export class JobRegistry implements vscode.Disposable {
  private readonly lastWords = new Map<string, Job>();
  private readonly changes = new vscode.EventEmitter<Job>();

  /** Every word about a job, its last one included. */
  readonly onDidChangeJob = this.changes.event;

  /** Those that are not over, queued ones included. */
  get running(): Job[] {
    return [...this.lastWords.values()].filter((job) => !isOver(job));
  }

  find(id: string): Job | undefined {
    return this.lastWords.get(id);
  }

  take(job: Job): void {
    this.lastWords.set(job.id, job);
    this.changes.fire(job);
  }

  /** A job just started, of which a notification may have told already or may do so soon. */
  expect(id: string, title: string): Job {
    const heard = this.lastWords.get(id);
    if (heard !== undefined) {
      return heard;
    }
    const job: Job = { id, kind: "", title, state: "running", message: null, percentage: null };
    this.take(job);
    return job;
  }

  /** The server is gone and its jobs with it; the next one may give out the same ids. */
  dropAll(): void {
    const running = this.running;
    this.lastWords.clear();
    for (const job of running) {
      this.changes.fire({ ...job, state: "cancelled", message: null });
    }
  }

  dispose(): void {
    this.lastWords.clear();
    this.changes.dispose();
  }
}
