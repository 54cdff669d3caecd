import type { Row } from "../trees/fillableTree";
import type { Run, RunState } from "./run";
import { durationText, numberText } from "./shown";

const ICONS: Record<RunState, string> = {
  running: "sync~spin",
  finished: "pass",
  failed: "error",
  timeout: "watch",
  cancelled: "circle-slash",
  interrupted: "debug-disconnect",
};

/** Rows for runs, newest first; only those of this window can be cancelled from here. */
export function runRows(runs: readonly Run[], ours: ReadonlySet<string>, now: Date): Row[] {
  return runs.map((run) => ({
    id: run.id,
    label: run.title,
    description: description(run, now),
    tooltip: tooltip(run),
    icon: ICONS[run.state],
    contextValue: run.state === "running" && ours.has(run.id) ? "runningRun" : "run",
    command: { command: "seismograd.openRun", title: "Show Run", arguments: [{ id: run.id }] },
  }));
}

function description(run: Run, now: Date): string {
  const loss = numberText(run.loss);
  return [timeText(new Date(run.started), now), loss === "" ? "" : `loss ${loss}`]
    .filter((part) => part !== "")
    .join(", ");
}

function tooltip(run: Run): string {
  const time = run.seconds === null ? [] : [`${durationText(run.seconds)} in ${run.sandbox}`];
  const steps = run.steps === 0 ? [] : [`${run.steps} steps`];
  return [run.sentence || run.state, ...steps, ...time, run.path].join("\n");
}

/** The time of day for today's runs, the date for others. */
export function timeText(started: Date, now: Date): string {
  if (Number.isNaN(started.getTime())) {
    return "";
  }
  const today = started.toDateString() === now.toDateString();
  return today ? started.toLocaleTimeString() : started.toLocaleDateString();
}
