import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import type { JobRegistry } from "../jobs/jobRegistry";
import type { FillableTree, Row } from "../trees/fillableTree";
import { KeptJobsView, type KeptJobs } from "../trees/keptJobsView";
import type { Repair, StartedRepair } from "./repair";
import { repairRows } from "./repairRows";

const REPAIRS: KeptJobs = {
  kinds: ["repair"],
  plural: "repairs",
  command: "seismograd.repairs",
  files: "**/.seismograd/repairs/*/result.json",
  // Progress comes several times a second.
  settleMs: 400,
};

/** The Repairs tree. */
export class RepairsView extends KeptJobsView<Repair> {
  private readonly edits: vscode.Disposable;

  constructor(session: ServerSession, tree: FillableTree, jobs: JobRegistry) {
    super(session, tree, jobs, REPAIRS);
    // Whether a patch is applied shows in the text.
    this.edits = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (this.isPatched(document.uri.fsPath)) {
        this.refreshSoon();
      }
    });
  }

  adopt({ repair, job }: StartedRepair): void {
    this.own(repair, job);
  }

  /** As it was when the tree was last filled. */
  find(repair: string): Repair | undefined {
    return this.known.find(({ id }) => id === repair);
  }

  override dispose(): void {
    this.edits.dispose();
    super.dispose();
  }

  protected override rows(
    repairs: readonly Repair[],
    ours: ReadonlySet<string>,
    now: Date,
  ): Row[] {
    return repairRows(repairs, ours, now);
  }

  private isPatched(file: string): boolean {
    const patches = this.known.flatMap((repair) => repair.patches);
    return patches.some(({ places }) => places.some(({ path }) => path === file));
  }
}
