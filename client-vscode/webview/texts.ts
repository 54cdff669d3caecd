import type { RunPlace, RunSummary } from "../src/ui/runs/run";
import { durationText, numberText, sizeText } from "../src/ui/runs/shown";

/** Text, and the line of code that it is about. */
export interface Line {
  text: string;
  place?: RunPlace | null;
}

export function alarmItems(summary: RunSummary): Line[] {
  return summary.alarms.map(({ alarm, step, place }) => ({
    text: `${alarm ?? "alarm"}${step === null ? "" : ` at step ${step}`}`,
    place,
  }));
}

/** What is wrong with the training so far, each kind once. */
export function symptomItems(summary: RunSummary): Line[] {
  return summary.symptoms.map(({ name, message, place }) => ({ text: `${name}: ${message}`, place }));
}

/** What is worth knowing of a run beside its curve; what is not known is left out. */
export function factRows(summary: RunSummary): [string, Line][] {
  const { run, exception, peak_memory_bytes: peak, overhead } = summary;
  const facts: [string, Line | undefined][] = [
    ["exception", exception ? exceptionLine(exception) : undefined],
    ["loss", given(lossText(summary))],
    ["steps", given(summary.steps ? String(summary.steps) : "")],
    ["learning rate", given(numberText(summary.lr))],
    ["gradient norm", given(numberText(summary.grad_norm))],
    ["time", given(run.seconds === null ? "" : durationText(run.seconds))],
    ["memory", given(peak ? `at most ${sizeText(peak)}` : "")],
    ["probes", given(typeof overhead === "number" ? `${(100 * overhead).toFixed(1)} % of the time` : "")],
    ["sandbox", given([run.sandbox, run.sandbox_why].filter((part) => part !== "").join("\n"))],
    ["files", given(summary.files.join("\n"))],
    ["trace", given(run.trace)],
  ];
  return facts.filter((fact): fact is [string, Line] => fact[1] !== undefined);
}

function exceptionLine({ type, message, place }: NonNullable<RunSummary["exception"]>): Line {
  return { text: message === "" ? type : `${type}: ${message}`, place };
}

function lossText({ loss }: RunSummary): string {
  const parts = [
    loss.first === null ? "" : `first ${numberText(loss.first)}`,
    loss.best === null ? "" : `best ${numberText(loss.best)} at step ${loss.best_step}`,
    loss.last === null ? "" : `last ${numberText(loss.last)}`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function given(text: string): Line | undefined {
  return text === "" ? undefined : { text };
}
