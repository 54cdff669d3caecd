import type { ServerSession } from "../../server/session";
import type { JobRegistry } from "../jobs/jobRegistry";
import type { FillableTree, Row } from "../trees/fillableTree";
import { KeptJobsView, type KeptJobs } from "../trees/keptJobsView";
import type { Reproduction, StartedReproduction } from "./reproduction";
import { reproductionRows } from "./reproductionRows";

const REPRODUCTIONS: KeptJobs = {
  kinds: ["reproduce"],
  plural: "reproductions",
  command: "seismograd.reproductions",
  files: "**/.seismograd/reproductions/*/result.json",
  // Attempts come several a second.
  settleMs: 400,
};

/** The Reproductions tree. */
export class ReproductionsView extends KeptJobsView<Reproduction> {
  constructor(session: ServerSession, tree: FillableTree, jobs: JobRegistry) {
    super(session, tree, jobs, REPRODUCTIONS);
  }

  adopt({ reproduction, job }: StartedReproduction): void {
    this.own(reproduction, job);
  }

  /** As it was when the tree was last filled. */
  find(reproduction: string): Reproduction | undefined {
    return this.known.find(({ id }) => id === reproduction);
  }

  protected override rows(
    reproductions: readonly Reproduction[],
    ours: ReadonlySet<string>,
    now: Date,
  ): Row[] {
    return reproductionRows(reproductions, ours, now);
  }
}
