import type { Candidate } from "../python/candidate";
import { ORIGIN_NAMES } from "../python/candidate";
import type { Interpreter, ProbeResult } from "../python/interpreter";
import type { Launch } from "./launch";

/** A candidate that cannot be used, with the reason for people. */
export interface Rejected {
  readonly candidate: Candidate;
  readonly reason: string;
}

export interface Ready {
  readonly kind: "ready";
  readonly launch: Launch;
  readonly rejected: readonly Rejected[];
}

export interface Missing {
  readonly kind: "missing";
  /** A Python that an environment could be made from; undefined where there is none. */
  readonly base: Interpreter | undefined;
  readonly rejected: readonly Rejected[];
}

export type Resolution = Ready | Missing;

export interface ResolutionInput {
  readonly trusted: boolean;
  readonly candidates: AsyncIterable<Candidate>;
  readonly probe: (path: string) => Promise<ProbeResult>;
  /** The interpreter of the private environment; undefined where there is none. */
  readonly privatePython: () => Promise<string | undefined>;
}

/**
 * Decide what to start the server from: the first Python that works, where it has Seismograd;
 * else the private environment; else any later Python that has it. Names with a version are only
 * looked at where no other Python works: there may be many, and each takes its time.
 */
export async function resolve(input: ResolutionInput): Promise<Resolution> {
  const rejected: Rejected[] = [];
  let base: Interpreter | undefined;
  for await (const candidate of input.candidates) {
    if (candidate.origin === "versions" && base !== undefined) {
      break;
    }
    const result = await input.probe(candidate.path);
    if (result.kind === "unusable") {
      rejected.push({ candidate, reason: result.reason });
      continue;
    }
    const launch = launchFrom(result, ORIGIN_NAMES[candidate.origin], input.trusted);
    const isFirst = base === undefined;
    base ??= result;
    const own = isFirst && launch === undefined ? await privateLaunch(input) : undefined;
    const ready = launch ?? own;
    if (ready !== undefined) {
      return { kind: "ready", launch: ready, rejected };
    }
  }
  const own = base === undefined ? await privateLaunch(input) : undefined;
  return own === undefined
    ? { kind: "missing", base, rejected }
    : { kind: "ready", launch: own, rejected };
}

async function privateLaunch(input: ResolutionInput): Promise<Launch | undefined> {
  const python = await input.privatePython();
  const result = python === undefined ? undefined : await input.probe(python);
  return result?.kind === "interpreter"
    ? launchFrom(result, "its own environment", input.trusted)
    : undefined;
}

function launchFrom(found: Interpreter, origin: string, trusted: boolean): Launch | undefined {
  return found.seismograd === undefined
    ? undefined
    : { python: found.executable, version: found.seismograd, origin, trusted };
}
