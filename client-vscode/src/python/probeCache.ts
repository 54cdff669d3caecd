import { stat } from "node:fs/promises";
import type { ProbeResult } from "./interpreter";

interface Entry {
  readonly result: ProbeResult;
  readonly stamp: string;
}

/** Remembers what interpreters are until they, or the packages in them, change. */
export class ProbeCache {
  readonly #entries = new Map<string, Entry>();

  constructor(private readonly probe: (path: string) => Promise<ProbeResult>) {}

  async get(path: string): Promise<ProbeResult> {
    const known = this.#entries.get(path);
    if (known !== undefined) {
      const isFresh = known.stamp === (await stampOf(path, known.result));
      if (isFresh) {
        return known.result;
      }
    }
    const result = await this.probe(path);
    this.#entries.set(path, { result, stamp: await stampOf(path, result) });
    return result;
  }

  clear(): void {
    this.#entries.clear();
  }
}

async function stampOf(path: string, result: ProbeResult): Promise<string> {
  const packages = result.kind === "interpreter" ? [result.packages] : [];
  return (await Promise.all([path, ...packages].map(timeOf))).join(" ");
}

async function timeOf(path: string): Promise<string> {
  try {
    return String((await stat(path)).mtimeMs);
  } catch {
    return "none";
  }
}
