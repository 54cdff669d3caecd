import { describe, expect, it, vi } from "vitest";
import type { Candidate, CandidateSource } from "../../src/python/candidate";
import { discover } from "../../src/python/discovery";

async function all(sources: CandidateSource[], onFailure = vi.fn()): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for await (const candidate of discover(sources, onFailure)) {
    found.push(candidate);
  }
  return found;
}

const source = (origin: Candidate["origin"], ...paths: string[]): CandidateSource => ({
  origin,
  find: () => Promise.resolve(paths),
});

describe("looking for interpreters", () => {
  it("keeps the order of the sources and names each path once", async () => {
    const found = await all([source("setting", "/a"), source("python", "/b", "/a", "/c")]);
    expect(found).toEqual([
      { path: "/a", origin: "setting" },
      { path: "/b", origin: "python" },
      { path: "/c", origin: "python" },
    ]);
  });

  it("goes on where a source fails", async () => {
    const broken: CandidateSource = {
      origin: "environments",
      find: () => Promise.reject(new Error("no answer")),
    };
    const onFailure = vi.fn();
    const found = await all([broken, source("path", "/p")], onFailure);
    expect(found).toEqual([{ path: "/p", origin: "path" }]);
    expect(onFailure).toHaveBeenCalledWith(broken, expect.any(Error));
  });

  it("does not ask a source before it is needed", async () => {
    const late = { origin: "path" as const, find: vi.fn(() => Promise.resolve(["/p"])) };
    for await (const candidate of discover([source("setting", "/a"), late], vi.fn())) {
      expect(candidate.path).toBe("/a");
      break;
    }
    expect(late.find).not.toHaveBeenCalled();
  });
});
