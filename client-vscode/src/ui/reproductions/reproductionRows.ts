import * as vscode from "vscode";
import { counted } from "../counted";
import { durationText } from "../runs/shown";
import { timeText } from "../runs/runRows";
import type { Row } from "../trees/fillableTree";
import type { Attempt, Criterion, Reproduction, ReproductionStatus } from "./reproduction";

const ICONS: Record<ReproductionStatus, string> = {
  queued: "clock",
  running: "sync~spin",
  reproduced: "pass",
  candidate: "warning",
  "not-reproduced": "error",
  needs: "question",
  cancelled: "circle-slash",
};
const WORDS: Record<ReproductionStatus, string> = {
  queued: "waits",
  running: "goes on",
  reproduced: "reproduced",
  candidate: "departs from the report",
  "not-reproduced": "not reproduced",
  needs: "needs more",
  cancelled: "cancelled",
};

/** Rows for reproductions, newest first; only those of this window can be cancelled from here. */
export function reproductionRows(
  reproductions: readonly Reproduction[],
  ours: ReadonlySet<string>,
  now: Date,
): Row[] {
  return reproductions.map((one) => ({
    id: one.id,
    label: one.title,
    description: [WORDS[one.status], started(one, now)].filter((part) => part !== "").join(", "),
    tooltip: [one.title, one.sentence, ...one.missing, sandboxText(one)]
      .filter((part) => part !== "")
      .join("\n"),
    icon: ICONS[one.status],
    contextValue: contextValue(one, ours),
    children: children(one),
  }));
}

/** What menus ask for: what it is, then what it has. */
function contextValue(one: Reproduction, ours: ReadonlySet<string>): string {
  if (one.status === "queued" || one.status === "running") {
    return ours.has(one.id) ? "runningReproduction" : "reproductionElsewhere";
  }
  const has = [
    one.script === null ? "" : "script",
    one.test === null ? "" : "test",
    one.writeUp === null ? "" : "writeUp",
    one.report === null ? "" : "again",
  ];
  return ["reproduction", ...has.filter((part) => part !== "")].join(" ");
}

function sandboxText(one: Reproduction): string {
  return one.sandbox === "" ? "" : `Sandbox: ${one.sandbox}`;
}

function started(one: Reproduction, now: Date): string {
  return one.started === null ? "" : timeText(new Date(one.started), now);
}

function children(one: Reproduction): Row[] {
  const row = (name: string, rest: Omit<Row, "id">): Row => ({ id: `${one.id}/${name}`, ...rest });
  const rows: Row[] = [];
  if (one.criteria.length > 0 || one.report !== null) {
    rows.push(row("criteria", criteriaRow(one)));
  }
  if (one.script !== null) {
    rows.push(row("script", fileRow(one.script, "Script", "file-code")));
  }
  if (one.control !== null) {
    rows.push(row("control", factRow("Control did not fail", one.control, "beaker")));
  }
  if (one.repeats !== null) {
    rows.push(row("repeats", factRow("Fired", `in ${one.repeats}`, "pulse")));
  }
  one.places.forEach((place, index) => rows.push(row(`place${index}`, placeRow(place, index))));
  one.missing.forEach((words, index) =>
    rows.push(row(`missing${index}`, factRow("Needs", words, "question"))),
  );
  if (one.nearest !== null) {
    rows.push(row("nearest", fileRow(one.nearest, "Nearest attempt", "file-code")));
  }
  if (one.test !== null) {
    rows.push(row("test", fileRow(one.test, "Regression test", "beaker")));
  }
  if (one.attempts.length > 0) {
    rows.push(row("attempts", attemptsRow(one)));
  }
  return rows;
}

function criteriaRow({ id, criteria }: Reproduction): Omit<Row, "id"> {
  const passed = criteria.filter((one) => one.passed).length;
  const known = criteria.some((one) => one.passed !== null);
  return {
    label: "Criteria",
    description: known ? `${passed} of ${criteria.length}` : "",
    tooltip: "What a run is checked for",
    icon: "checklist",
    contextValue: "criteria",
    children: criteria.map((one, index) => criterionRow(id, one, index)),
  };
}

function criterionRow(id: string, one: Criterion, index: number): Row {
  return {
    id: `${id}/criteria/${index}`,
    label: one.fact,
    tooltip: [one.fact, one.scope, one.check].filter((part) => part !== "").join("\n"),
    icon: one.passed ? "check" : "circle-outline",
    contextValue: "criterion",
    command: {
      command: "seismograd.editCriteria",
      title: "Edit Criteria",
      arguments: [{ id }],
    },
  };
}

function attemptsRow({ id, attempts }: Reproduction): Omit<Row, "id"> {
  return {
    label: "Attempts",
    description: String(attempts.length),
    tooltip: counted(attempts.length, "attempt"),
    icon: "list-ordered",
    children: attempts.map((one, index) => attemptRow(id, one, index)),
  };
}

function attemptRow(id: string, one: Attempt, index: number): Row {
  const outcome = `${one.outcome}, ${durationText(one.seconds)}`;
  return {
    id: `${id}/attempts/${index}`,
    label: one.idea,
    description: outcome,
    tooltip: `${one.idea}\nIt ${outcome}.`,
    icon: one.outcome === "reproduced" ? "check" : "dash",
  };
}

function placeRow(place: { path: string; line: number }, index: number): Omit<Row, "id"> {
  const file = vscode.Uri.file(place.path);
  const at = place.line - 1;
  return {
    label: index === 0 ? "Comes from" : "Through",
    description: `${vscode.workspace.asRelativePath(file)}:${place.line}`,
    icon: "location",
    command: {
      command: "vscode.open",
      title: "Go to Line",
      arguments: [file, { selection: new vscode.Range(at, 0, at, 0) }],
    },
  };
}

function fileRow(path: string, label: string, icon: string): Omit<Row, "id"> {
  const file = vscode.Uri.file(path);
  return {
    label,
    description: path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1),
    tooltip: path,
    icon,
    command: { command: "vscode.open", title: "Open", arguments: [file] },
  };
}

function factRow(label: string, words: string, icon: string): Omit<Row, "id"> {
  return { label, description: words, tooltip: `${label}: ${words}`, icon };
}
