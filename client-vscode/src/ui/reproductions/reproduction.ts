export type ReproductionStatus =
  | "queued"
  | "running"
  | "reproduced"
  | "candidate"
  | "not-reproduced"
  | "needs"
  | "cancelled";

export interface Criterion {
  id: string;
  fact: string;
  scope: string;
  check: string;
  /** Null while nobody knows yet. */
  passed: boolean | null;
}

export interface Attempt {
  idea: string;
  outcome: string;
  seconds: number;
}

/** A reproduction as `seismograd.reproductions` lists it; paths are those of files that are there. */
export interface Reproduction {
  id: string;
  path: string;
  title: string;
  status: ReproductionStatus;
  sentence: string;
  started: string | null;
  missing: string[];
  criteria: Criterion[];
  control: string | null;
  repeats: string | null;
  places: { path: string; line: number }[];
  attempts: Attempt[];
  script: string | null;
  test: string | null;
  nearest: string | null;
  writeUp: string | null;
  report: string | null;
  /** Where scripts ran; empty where that was not kept. */
  sandbox: string;
}

/** What `seismograd.reproduce` answers. */
export interface StartedReproduction {
  job: string;
  reproduction: string;
  path: string;
}

/** A report, as the server wants it. */
export interface AskedReport {
  uri?: string;
  text?: string;
  address?: string;
  folder?: string;
}
