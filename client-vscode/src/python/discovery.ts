import type { Candidate, CandidateSource } from "./candidate";

/** The candidates of all sources in order, each path once; a source that fails has none. */
export async function* discover(
  sources: readonly CandidateSource[],
  onFailure: (source: CandidateSource, error: unknown) => void,
): AsyncGenerator<Candidate> {
  const seen = new Set<string>();
  for (const source of sources) {
    for (const path of await found(source, onFailure)) {
      if (!seen.has(path)) {
        seen.add(path);
        yield { path, origin: source.origin };
      }
    }
  }
}

async function found(
  source: CandidateSource,
  onFailure: (source: CandidateSource, error: unknown) => void,
): Promise<readonly string[]> {
  try {
    return await source.find();
  } catch (error) {
    onFailure(source, error);
    return [];
  }
}
