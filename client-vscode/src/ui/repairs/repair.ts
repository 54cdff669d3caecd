export type RepairStatus =
  | "queued"
  | "running"
  | "repaired"
  | "nothing-better"
  | "cannot-tell"
  | "cancelled";

export interface Change {
  name: string;
  old: string;
  new: string;
  contribution: number | null;
}

export interface Patch {
  /** From 1, best first. */
  number: number;
  /** What it changes and what was measured, on one line. */
  summary: string;
  verified: boolean;
  /** Whether the files are as the search saw them, as the patch makes them, or neither. */
  state: "ready" | "applied" | "changed";
  changes: Change[];
  places: { path: string; line: number }[];
}

export interface Trial {
  number: number;
  changes: string;
  value: number | null;
  outcome: string;
  seconds: number;
}

/** A repair as `seismograd.repairs` lists it. */
export interface Repair {
  id: string;
  path: string;
  title: string;
  status: RepairStatus;
  sentence: string;
  started: string | null;
  objective: string;
  patches: Patch[];
  trials: Trial[];
  report: string | null;
}

/** What `seismograd.repair` answers. */
export interface StartedRepair {
  job: string;
  repair: string;
  path: string;
}

/** Names a patch of a repair. */
export interface PatchName {
  id: string;
  patch: number;
}

/** The repair of the row that a command was called on, also from one of its parts. */
export function repairId(given: unknown): string {
  const id = typeof given === "object" && given !== null && "id" in given ? given.id : given;
  if (typeof id !== "string") {
    throw new Error("choose a repair in the Repairs view.");
  }
  return id.split("/")[0] ?? id;
}

/** The patch that a code action or a row names. */
export function patchName(given: unknown): PatchName {
  const { id, patch } = (given ?? {}) as { id?: unknown; patch?: unknown };
  const [repair, , number] = typeof id === "string" ? id.split("/") : [];
  const wanted = typeof patch === "number" ? patch : Number(number);
  if (repair === undefined || !Number.isInteger(wanted)) {
    throw new Error("choose a patch in the Repairs view.");
  }
  return { id: repair, patch: wanted };
}
