import { describe, expect, it, vi } from "vitest";
import type { Candidate } from "../../src/python/candidate";
import type { ProbeResult } from "../../src/python/interpreter";
import { missingText } from "../../src/server/missingText";
import { resolve } from "../../src/server/resolution";
import type { Resolution, ResolutionInput } from "../../src/server/resolution";

const python = (executable: string, seismograd?: string): ProbeResult => ({
  kind: "interpreter",
  executable,
  version: [3, 12, 1],
  seismograd,
  packages: "",
});
const spoilt = (executable: string, trouble: string): ProbeResult => ({
  kind: "interpreter",
  executable,
  version: [3, 12, 1],
  seismograd: undefined,
  trouble,
  packages: "",
});
const broken = (reason: string): ProbeResult => ({ kind: "unusable", reason });

const KNOWN: Record<string, ProbeResult> = {
  "/with": python("/with", "0.1.0"),
  "/shim": python("/real/python", "0.1.0"),
  "/bare": python("/bare"),
  "/private": python("/private", "0.1.0"),
  "/spoilt": spoilt("/spoilt", "ModuleNotFoundError: No module named 'pygls'"),
  "/old": broken("/old is Python 3.8.18; 3.11 or newer is needed"),
  "/wrong": broken("/wrong does not exist"),
};

const SPOILT =
  "Seismograd in Python 3.12.1 at /spoilt cannot be imported (ModuleNotFoundError: No module named 'pygls')";

async function* listed(candidates: Candidate[]): AsyncGenerator<Candidate> {
  yield* await Promise.resolve(candidates);
}

function resolved(
  candidates: [Candidate["origin"], string][],
  more: Partial<ResolutionInput> = {},
): Promise<Resolution> {
  return resolve({
    trusted: true,
    candidates: listed(candidates.map(([origin, path]) => ({ origin, path }))),
    probe: (path) => Promise.resolve(KNOWN[path] ?? broken("?")),
    privatePythons: () => Promise.resolve([]),
    ...more,
  });
}

const withPrivate = { privatePythons: () => Promise.resolve(["/private"]) };
const pythonOf = (resolution: Resolution): string | undefined =>
  resolution.kind === "ready" ? resolution.launch.python : undefined;

describe("choosing what to start the server from", () => {
  it("takes the first Python where Seismograd is installed there", async () => {
    const probe = vi.fn((path: string) => Promise.resolve(KNOWN[path] ?? broken("?")));
    const resolution = await resolved([["setting", "/with"], ["path", "/bare"]], { probe });
    expect(pythonOf(resolution)).toBe("/with");
    expect(probe).toHaveBeenCalledTimes(1);
  });

  it("starts the interpreter behind a shim", async () => {
    expect(pythonOf(await resolved([["path", "/shim"]]))).toBe("/real/python");
  });

  it("prefers the private environment to a later interpreter", async () => {
    const resolution = await resolved([["python", "/bare"], ["path", "/with"]], withPrivate);
    expect(pythonOf(resolution)).toBe("/private");
  });

  it("takes a later interpreter where there is no private environment", async () => {
    expect(pythonOf(await resolved([["python", "/bare"], ["path", "/with"]]))).toBe("/with");
  });

  it("looks at names with a version only where no other Python works", async () => {
    expect((await resolved([["path", "/bare"], ["versions", "/with"]])).kind).toBe("missing");
    expect(pythonOf(await resolved([["path", "/old"], ["versions", "/with"]]))).toBe("/with");
  });

  it("uses the private environment where no interpreter works any more", async () => {
    expect(pythonOf(await resolved([["path", "/old"]], withPrivate))).toBe("/private");
    expect(pythonOf(await resolved([], withPrivate))).toBe("/private");
  });

  it("does not use a private environment that is broken", async () => {
    const gone = { privatePythons: () => Promise.resolve(["/wrong"]) };
    const resolution = await resolved([["path", "/bare"]], gone);
    expect(resolution).toMatchObject({ kind: "missing", rejected: [{ candidate: { origin: "own" } }] });
  });

  it("uses the private environment that works where another is broken", async () => {
    const several = { privatePythons: () => Promise.resolve(["/wrong", "/private"]) };
    expect(pythonOf(await resolved([["path", "/bare"]], several))).toBe("/private");
  });

  it("remembers why an installed Seismograd is not used", async () => {
    const resolution = await resolved([["setting", "/spoilt"], ["path", "/with"]]);
    expect(pythonOf(resolution)).toBe("/with");
    expect(resolution.rejected.map(({ reason }) => reason)).toEqual([SPOILT]);
  });

  it("passes over what does not work, and remembers why", async () => {
    const resolution = await resolved([["setting", "/wrong"], ["path", "/with"]]);
    expect(pythonOf(resolution)).toBe("/with");
    expect(resolution.rejected.map(({ reason }) => reason)).toEqual(["/wrong does not exist"]);
  });

  it("names a Python to set up from", async () => {
    const resolution = await resolved([["setting", "/old"], ["path", "/bare"]]);
    expect(resolution).toMatchObject({ kind: "missing", base: { executable: "/bare" } });
  });

  it("carries the trust along", async () => {
    const resolution = await resolved([["path", "/with"]], { trusted: false });
    expect(resolution).toMatchObject({ launch: { trusted: false } });
  });
});

describe("saying what is missing", () => {
  const textOf = async (candidates: [Candidate["origin"], string][]): Promise<string> => {
    const resolution = await resolved(candidates);
    return resolution.kind === "missing" ? missingText(resolution) : "nothing";
  };

  it("names the Python that lacks Seismograd", async () => {
    expect(await textOf([["path", "/bare"]])).toBe(
      "Seismograd is not installed in Python 3.12.1 at /bare.",
    );
  });

  it("says what is wrong with the setting first", async () => {
    expect(await textOf([["setting", "/wrong"], ["path", "/bare"]])).toMatch(
      /^The setting seismograd.python cannot be used: \/wrong does not exist\. Seismograd is not/,
    );
  });

  it("says which Python was found and which is needed", async () => {
    const text = await textOf([["path", "/old"]]);
    expect(text).toContain("/old is Python 3.8.18; 3.11 or newer is needed.");
    expect(text).toContain("Install Python 3.11 or newer");
  });

  it("says why an installed Seismograd cannot be used, once, and what to do", async () => {
    const advice = "Install it there anew (pip install --force-reinstall seismograd).";
    expect(await textOf([["path", "/spoilt"]])).toBe(`${SPOILT}. ${advice}`);
    expect(await textOf([["setting", "/spoilt"]])).toBe(
      `The setting seismograd.python cannot be used: ${SPOILT}. ${advice}`,
    );
  });

  it("has advice where there is no Python at all", async () => {
    expect(await textOf([])).toContain("Install Python 3.11 or newer");
  });
});
