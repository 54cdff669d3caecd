import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import type { JobRegistry } from "../jobs/jobRegistry";
import { callServer } from "../serverCommand";
import type { FillableTree } from "../trees/fillableTree";
import type { Reproduction, StartedReproduction } from "./reproduction";
import { reproductionRows } from "./reproductionRows";

const RESULTS = "**/.seismograd/reproductions/*/result.json";
/** Attempts come several a second; a look now and then is enough. */
const SETTLE_MS = 400;

/** Keeps the Reproductions tree as the server knows it, and which job carries out which. */
export class ReproductionsView implements vscode.Disposable {
  private readonly jobOfReproduction = new Map<string, string>();
  private readonly listening: vscode.Disposable;
  private pending: NodeJS.Timeout | undefined;
  private known: readonly Reproduction[] = [];

  constructor(
    private readonly session: ServerSession,
    private readonly tree: FillableTree,
    jobs: JobRegistry,
  ) {
    const results = vscode.workspace.createFileSystemWatcher(RESULTS);
    const soon = (): void => this.refreshSoon();
    this.listening = vscode.Disposable.from(
      results,
      results.onDidCreate(soon),
      results.onDidChange(soon),
      results.onDidDelete(soon),
      vscode.workspace.onDidChangeWorkspaceFolders(soon),
      session.onDidChangeState(soon),
      jobs.onDidChangeJob((job) => {
        if (job.kind === "reproduce") {
          this.refreshSoon();
        }
      }),
    );
    soon();
  }

  /** A reproduction that this window has started. */
  adopt({ reproduction, job }: StartedReproduction): void {
    this.jobOfReproduction.set(reproduction, job);
    this.refreshSoon();
  }

  jobOf(reproduction: string): string | undefined {
    return this.jobOfReproduction.get(reproduction);
  }

  /** As it was when the tree was last filled. */
  find(reproduction: string): Reproduction | undefined {
    return this.known.find(({ id }) => id === reproduction);
  }

  async refresh(): Promise<void> {
    if (this.session.state.kind !== "running") {
      return;
    }
    try {
      this.known = await callServer<Reproduction[]>(this.session, "seismograd.reproductions");
      const ours = new Set(this.jobOfReproduction.keys());
      this.tree.fill(reproductionRows(this.known, ours, new Date()));
    } catch (error) {
      this.session.log.warn(`the reproductions could not be listed: ${String(error)}`);
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
