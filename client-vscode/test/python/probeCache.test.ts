import { utimesSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { ProbeResult } from "../../src/python/interpreter";
import { ProbeCache } from "../../src/python/probeCache";
import { temporaryFolder } from "../fakes/programs";

function setting(): { file: string; packages: string; cache: ProbeCache; asked: () => number } {
  const packages = temporaryFolder();
  const file = path.join(temporaryFolder(), "python");
  writeFileSync(file, "");
  const result: ProbeResult = {
    kind: "interpreter",
    executable: file,
    version: [3, 12, 0],
    seismograd: undefined,
    packages,
  };
  const ask = vi.fn(() => Promise.resolve(result));
  return { file, packages, cache: new ProbeCache(ask), asked: () => ask.mock.calls.length };
}

describe("remembering interpreters", () => {
  it("asks each once", async () => {
    const { file, cache, asked } = setting();
    expect(await cache.get(file)).toEqual(await cache.get(file));
    expect(asked()).toBe(1);
  });

  it("asks again when the interpreter was replaced", async () => {
    const { file, cache, asked } = setting();
    await cache.get(file);
    utimesSync(file, 1, 1);
    await cache.get(file);
    expect(asked()).toBe(2);
  });

  it("asks again when packages were installed", async () => {
    const { file, packages, cache, asked } = setting();
    await cache.get(file);
    utimesSync(packages, 1, 1);
    await cache.get(file);
    expect(asked()).toBe(2);
  });

  it("asks again when it was told to forget", async () => {
    const { file, cache, asked } = setting();
    await cache.get(file);
    cache.clear();
    await cache.get(file);
    expect(asked()).toBe(2);
  });
});
