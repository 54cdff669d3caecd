import type { Candidate } from "../python/candidate";
import { ORIGIN_NAMES } from "../python/candidate";
import type { Interpreter, ProbeResult } from "../python/interpreter";
import { nameOf } from "../python/interpreter";
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
  /** The interpreters of private environments; more than one where windows made them at once. */
  readonly privatePythons: () => Promise<readonly string[]>;
}

/**
 * Decide what to start the server from: the first Python that works, where it has Seismograd;
 * else the private environment; else any later Python that has it. Names with a version are only
 * looked at where no other Python works: there may be many, and each takes its time.
 */
export async function resolve(input: ResolutionInput): Promise<Resolution> {
  const search = new Search(input);
  const { rejected } = search;
  let base: Interpreter | undefined;
  for await (const candidate of input.candidates) {
    if (candidate.origin === "versions" && base !== undefined) {
      break;
    }
    const found = await search.inspect(candidate);
    const isFirst = found !== undefined && base === undefined;
    base ??= found;
    const launch = search.launchFrom(found, candidate) ?? (isFirst ? await search.own() : undefined);
    if (launch !== undefined) {
      return { kind: "ready", launch, rejected };
    }
  }
  const launch = base === undefined ? await search.own() : undefined;
  return launch === undefined
    ? { kind: "missing", base, rejected }
    : { kind: "ready", launch, rejected };
}

/** Looks at interpreters and remembers what is wrong with them. */
class Search {
  readonly rejected: Rejected[] = [];

  constructor(private readonly input: ResolutionInput) {}

  async inspect(candidate: Candidate): Promise<Interpreter | undefined> {
    const result = await this.input.probe(candidate.path);
    const reason = objectionTo(result);
    if (reason !== undefined) {
      this.rejected.push({ candidate, reason });
    }
    return result.kind === "interpreter" ? result : undefined;
  }

  /** The first private environment that works. */
  async own(): Promise<Launch | undefined> {
    for (const path of await this.input.privatePythons()) {
      const candidate: Candidate = { path, origin: "own" };
      const launch = this.launchFrom(await this.inspect(candidate), candidate);
      if (launch !== undefined) {
        return launch;
      }
    }
    return undefined;
  }

  launchFrom(found: Interpreter | undefined, { origin }: Candidate): Launch | undefined {
    if (found?.seismograd === undefined) {
      return undefined;
    }
    const { executable, seismograd } = found;
    const { trusted } = this.input;
    return { python: executable, version: seismograd, origin: ORIGIN_NAMES[origin], trusted };
  }
}

/** What is wrong with an interpreter, for people; that it has no Seismograd is not. */
export function objectionTo(result: ProbeResult): string | undefined {
  if (result.kind === "unusable") {
    return result.reason;
  }
  const { trouble } = result;
  return trouble === undefined
    ? undefined
    : `Seismograd in ${nameOf(result)} cannot be imported (${trouble})`;
}
