/** Where an interpreter was found, in the order of preference. */
export type Origin = "setting" | "environments" | "python" | "path" | "versions" | "own";

export const ORIGIN_NAMES: Record<Origin, string> = {
  setting: "the setting seismograd.python",
  environments: "the Python Environments extension",
  python: "the Python extension",
  path: "the PATH",
  versions: "the PATH",
  own: "its own environment",
};

/** A file that may be a Python interpreter. */
export interface Candidate {
  readonly path: string;
  readonly origin: Origin;
}

/** Somewhere to look for interpreters. */
export interface CandidateSource {
  readonly origin: Origin;
  find(): Promise<readonly string[]>;
}
