import * as vscode from "vscode";
import { counted } from "../counted";
import { timeText } from "../runs/runRows";
import { durationText, numberText } from "../runs/shown";
import type { Row } from "../trees/fillableTree";
import type { Change, Patch, Repair, RepairStatus, Trial } from "./repair";

const ICONS: Record<RepairStatus, string> = {
  queued: "clock",
  running: "sync~spin",
  repaired: "pass",
  "nothing-better": "circle-outline",
  "cannot-tell": "question",
  cancelled: "circle-slash",
};
const STATUS_TEXTS: Record<RepairStatus, string> = {
  queued: "queued",
  running: "running",
  repaired: "verified patch",
  "nothing-better": "nothing better than noise",
  "cannot-tell": "cannot tell",
  cancelled: "cancelled",
};
const STATE_TEXTS: Record<Patch["state"], string> = {
  ready: "",
  applied: "applied",
  changed: "code changed since",
};

/** Rows for repairs, newest first; only those of this window can be cancelled from here. */
export function repairRows(
  repairs: readonly Repair[],
  ours: ReadonlySet<string>,
  now: Date,
): Row[] {
  return repairs.map((one) => ({
    id: one.id,
    label: one.title,
    description: joined(STATUS_TEXTS[one.status], started(one, now)),
    tooltip: [one.title, one.sentence].filter((part) => part !== "").join("\n"),
    icon: ICONS[one.status],
    contextValue: contextValue(one, ours),
    children: children(one),
  }));
}

function contextValue(one: Repair, ours: ReadonlySet<string>): string {
  if (one.status === "queued" || one.status === "running") {
    return ours.has(one.id) ? "runningRepair" : "repairElsewhere";
  }
  return one.report === null ? "repair" : "repair report";
}

function started(one: Repair, now: Date): string {
  return one.started === null ? "" : timeText(new Date(one.started), now);
}

function children(one: Repair): Row[] {
  const rows: Row[] = [];
  if (one.sentence !== "") {
    rows.push({ id: `${one.id}/sentence`, label: one.sentence, tooltip: one.sentence, icon: "info" });
  }
  if (one.objective !== "") {
    const label = "Objective";
    rows.push({ id: `${one.id}/objective`, label, description: one.objective, icon: "target" });
  }
  rows.push(...one.patches.map((patch) => patchRow(one.id, patch)));
  if (one.trials.length > 0) {
    rows.push(trialsRow(one));
  }
  return rows;
}

function patchRow(id: string, patch: Patch): Row {
  const name = `${id}/patch/${patch.number}`;
  const [place] = patch.places;
  return {
    id: name,
    label: patch.summary,
    description: joined(patch.verified ? "verified" : "not verified", STATE_TEXTS[patch.state]),
    tooltip: patch.summary,
    icon: patch.verified ? "verified" : "unverified",
    contextValue: patch.verified ? `patch ${patch.state}` : "unverifiedPatch",
    ...(place === undefined ? {} : { command: goTo(place) }),
    children: patch.changes.map((change, index) => changeRow(`${name}/${index}`, change)),
  };
}

function goTo({ path, line }: { path: string; line: number }): vscode.Command {
  const selection = new vscode.Range(line - 1, 0, line - 1, 0);
  return {
    command: "vscode.open",
    title: "Go to Line",
    arguments: [vscode.Uri.file(path), { selection }],
  };
}

function changeRow(id: string, change: Change): Row {
  const part = numberText(change.contribution);
  return {
    id,
    label: change.old === "" ? `${change.name}: ${change.new}` : `${change.name} ${change.old} -> ${change.new}`,
    description: part === "" ? "" : `contributes ${part}`,
    icon: "edit",
  };
}

function trialsRow({ id, trials }: Repair): Row {
  return {
    id: `${id}/trials`,
    label: "Trials",
    description: String(trials.length),
    tooltip: counted(trials.length, "trial"),
    icon: "list-ordered",
    children: trials.map((one) => trialRow(id, one)),
  };
}

function trialRow(id: string, one: Trial): Row {
  const value = numberText(one.value);
  return {
    id: `${id}/trials/${one.number}`,
    label: `${one.number}. ${one.changes}`,
    description: joined(value, one.outcome, durationText(one.seconds)),
    icon: one.outcome === "finished" ? "check" : "dash",
  };
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(", ");
}
