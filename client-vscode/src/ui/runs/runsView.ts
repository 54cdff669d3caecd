import type { ServerSession } from "../../server/session";
import type { JobRegistry } from "../jobs/jobRegistry";
import type { FillableTree, Row } from "../trees/fillableTree";
import { KeptJobsView, type KeptJobs } from "../trees/keptJobsView";
import type { Run, StartedRun } from "./run";
import { runRows } from "./runRows";

const RUNS: KeptJobs = {
  kinds: ["run", "diagnose", "repair"],
  plural: "runs",
  command: "seismograd.runs",
  files: "**/.seismograd/runs/*/run.json",
  settleMs: 200,
};

/** The Runs tree. */
export class RunsView extends KeptJobsView<Run> {
  constructor(session: ServerSession, tree: FillableTree, jobs: JobRegistry) {
    super(session, tree, jobs, RUNS);
  }

  adopt({ run, job }: StartedRun): void {
    this.own(run, job);
  }

  protected override rows(runs: readonly Run[], ours: ReadonlySet<string>, now: Date): Row[] {
    return runRows(runs, ours, now);
  }
}
