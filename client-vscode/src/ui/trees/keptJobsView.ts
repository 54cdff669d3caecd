import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import type { JobRegistry } from "../jobs/jobRegistry";
import { callServer } from "../serverCommand";
import type { FillableTree, Row } from "./fillableTree";

/** Which jobs a tree shows, and how the server is asked for what they left. */
export interface KeptJobs {
  /** Of jobs, as the server names them. */
  kinds: readonly string[];
  /** For people, where they could not be listed. */
  plural: string;
  command: string;
  /** Files that change with them. */
  files: string;
  /** Many things happen at once when a job begins or ends; a look after so long is enough. */
  settleMs: number;
}

/** Keeps a tree as the server knows it, and which job carries out which of its items. */
export abstract class KeptJobsView<Item> implements vscode.Disposable {
  protected known: readonly Item[] = [];
  private readonly jobOfItem = new Map<string, string>();
  private readonly listening: vscode.Disposable;
  private pending: NodeJS.Timeout | undefined;

  protected constructor(
    private readonly session: ServerSession,
    private readonly tree: FillableTree,
    jobs: JobRegistry,
    private readonly kept: KeptJobs,
  ) {
    const files = vscode.workspace.createFileSystemWatcher(kept.files);
    const soon = (): void => this.refreshSoon();
    this.listening = vscode.Disposable.from(
      files,
      files.onDidCreate(soon),
      files.onDidChange(soon),
      files.onDidDelete(soon),
      vscode.workspace.onDidChangeWorkspaceFolders(soon),
      session.onDidChangeState(soon),
      jobs.onDidChangeJob((job) => {
        if (kept.kinds.includes(job.kind)) {
          soon();
        }
      }),
    );
    soon();
  }

  /** Items that this window has started are `ours`. */
  protected abstract rows(items: readonly Item[], ours: ReadonlySet<string>, now: Date): Row[];

  jobOf(item: string): string | undefined {
    return this.jobOfItem.get(item);
  }

  async refresh(): Promise<void> {
    if (this.session.state.kind !== "running") {
      return;
    }
    try {
      this.known = await callServer<Item[]>(this.session, this.kept.command);
      this.tree.fill(this.rows(this.known, new Set(this.jobOfItem.keys()), new Date()));
    } catch (error) {
      this.session.log.warn(`the ${this.kept.plural} could not be listed: ${String(error)}`);
    }
  }

  dispose(): void {
    clearTimeout(this.pending);
    this.listening.dispose();
  }

  /** An item that this window has started. */
  protected own(item: string, job: string): void {
    this.jobOfItem.set(item, job);
    this.refreshSoon();
  }

  protected refreshSoon(): void {
    this.pending ??= setTimeout(() => {
      this.pending = undefined;
      void this.refresh();
    }, this.kept.settleMs);
  }
}
