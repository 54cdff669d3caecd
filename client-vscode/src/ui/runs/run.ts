/** A number of a run; those that JSON does not have are the strings "nan", "inf" and "-inf". */
export type RunNumber = number | string | null;

export type RunState =
  | "running"
  | "finished"
  | "failed"
  | "timeout"
  | "cancelled"
  | "interrupted";

/** A run as `seismograd.runs` lists it. */
export interface Run {
  id: string;
  path: string;
  title: string;
  state: RunState;
  sentence: string;
  started: string;
  seconds: number | null;
  steps: number;
  loss: RunNumber;
  sandbox: string;
}

/** What `seismograd.run` answers. */
export interface StartedRun {
  job: string;
  run: string;
  path: string;
}

export interface RunPlace {
  file: string;
  line: number;
}

/** As much of `seismograd.runSummary` as is shown. */
export interface RunSummary {
  run: {
    id: string;
    entry: string;
    module: boolean;
    arguments: string[];
    root: string;
    outcome: RunState;
    sentence: string;
    sandbox: string;
    sandbox_why: string;
    seconds: number | null;
    trace: string;
  };
  steps: number;
  loss: { first: RunNumber; best: RunNumber; best_step: number | null; last: RunNumber };
  lr: RunNumber;
  grad_norm: RunNumber;
  exception: { type: string; message: string; place: RunPlace | null } | null;
  symptoms: { name: string; message: string; step: number | null; place: RunPlace | null }[];
  alarms: { alarm: string | null; step: number | null; place: RunPlace | null }[];
  peak_memory_bytes: number | null;
  overhead: RunNumber;
  files: string[];
  curve: { step: number[]; loss: (number | null)[] };
}
