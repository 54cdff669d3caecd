import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import type { JobRegistry } from "../jobs/jobRegistry";
import { callServer } from "../serverCommand";
import type { FillableTree } from "../trees/fillableTree";
import type { Run, StartedRun } from "./run";
import { runRows } from "./runRows";

const RECORDS = "**/.seismograd/runs/*/run.json";
/** Many things happen at once when a run begins or ends; one look is enough. */
const SETTLE_MS = 200;

/** Keeps the Runs tree as the server knows it, and which job carries out which run. */
export class RunsView implements vscode.Disposable {
  private readonly jobOfRun = new Map<string, string>();
  private readonly listening: vscode.Disposable;
  private pending: NodeJS.Timeout | undefined;

  constructor(
    private readonly session: ServerSession,
    private readonly tree: FillableTree,
    jobs: JobRegistry,
  ) {
    const records = vscode.workspace.createFileSystemWatcher(RECORDS);
    const soon = (): void => this.refreshSoon();
    this.listening = vscode.Disposable.from(
      records,
      records.onDidCreate(soon),
      records.onDidChange(soon),
      records.onDidDelete(soon),
      vscode.workspace.onDidChangeWorkspaceFolders(soon),
      session.onDidChangeState(soon),
      jobs.onDidChangeJob((job) => {
        if (job.kind === "run") {
          this.refreshSoon();
        }
      }),
    );
    soon();
  }

  /** A run that this window has started. */
  adopt({ run, job }: StartedRun): void {
    this.jobOfRun.set(run, job);
    this.refreshSoon();
  }

  jobOf(run: string): string | undefined {
    return this.jobOfRun.get(run);
  }

  async refresh(): Promise<void> {
    if (this.session.state.kind !== "running") {
      return;
    }
    try {
      const runs = await callServer<Run[]>(this.session, "seismograd.runs");
      this.tree.fill(runRows(runs, new Set(this.jobOfRun.keys()), new Date()));
    } catch (error) {
      this.session.log.warn(`the runs could not be listed: ${String(error)}`);
    }
  }

  dispose(): void {
    clearTimeout(this.pending);
    this.listening.dispose();
  }

  private refreshSoon(): void {
    this.pending ??= setTimeout(() => {
      this.pending = undefined;
      void this.refresh();
    }, SETTLE_MS);
  }
}
