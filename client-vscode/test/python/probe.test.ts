import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { pythonIn } from "../../src/environment/environmentFolder";
import { probe } from "../../src/python/probe";
import {
  eventually,
  processExists,
  program,
  pythonOfVersion,
  realPython,
  temporaryFolder,
} from "../fakes/programs";

const reasonOf = async (file: string, limitMs?: number): Promise<string> => {
  const result = await probe(file, limitMs);
  return result.kind === "unusable" ? result.reason : "usable";
};

describe("asking an interpreter what it is", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("reads version, executable and packages of a real Python", async () => {
    const result = await probe(await realPython());
    expect(result).toMatchObject({ kind: "interpreter" });
    if (result.kind === "interpreter") {
      expect(result.version[0]).toBe(3);
      expect(path.isAbsolute(result.executable)).toBe(true);
      expect(result.packages).toMatch(/(site|dist)-packages$/);
    }
  });

  it("says which version was found and which is needed", async () => {
    const file = pythonOfVersion(3, 8, 18);
    expect(await reasonOf(file)).toBe(`${file} is Python 3.8.18; 3.11 or newer is needed`);
    expect(await reasonOf(pythonOfVersion(2, 7, 18))).toContain("is Python 2.7.18");
  });

  it("accepts the oldest version that will do", async () => {
    expect(await reasonOf(pythonOfVersion(3, 11, 0))).toBe("usable");
  });

  it.each(["", "/with\0null"])("says that what no file can be called is none (%j)", async (name) => {
    expect(await reasonOf(name)).toContain("cannot be executed");
  });

  it("tells a missing file from one that is not a Python", async () => {
    expect(await reasonOf("/no/such/python")).toBe("/no/such/python does not exist");
    expect(await reasonOf(program("exit 3"))).toContain("is not a working Python interpreter");
    expect(await reasonOf(program("echo hello"))).toContain("is not a working Python interpreter");
  });

  it("tells that a folder or a text cannot be executed", async () => {
    expect(await reasonOf(temporaryFolder())).toContain("cannot be executed");
    const text = path.join(temporaryFolder(), "notes.txt");
    writeFileSync(text, "hello");
    expect(await reasonOf(text)).toContain("cannot be executed");
  });

  it("gives up on one that hangs, and leaves none of its children", async () => {
    const note = path.join(temporaryFolder(), "pid");
    const file = program(`sleep 60 &\necho $! > ${note}\nwait`);
    expect(await reasonOf(file, 500)).toContain("gave no answer in 0.5 seconds");
    const pid = Number(readFileSync(note, "utf8"));
    expect(await eventually(() => !processExists(pid))).toBe(true);
  });

  it("reads the facts behind whatever else is printed at the start", async () => {
    const facts = { version: [3, 12, 1], executable: "/usr/bin/python3" };
    const file = program(`echo "a greeting"\necho '${JSON.stringify(facts)}'`);
    expect(await probe(file)).toMatchObject({ executable: "/usr/bin/python3" });
  });

  it.each([
    ["__version__ = '1'\n", "ModuleNotFoundError: No module named 'seismograd.lsp'"],
    ["import no_such_thing\n", "ModuleNotFoundError: No module named 'no_such_thing'"],
    ["raise OSError('first line\\nsecond line')\n", "OSError: first line"],
  ])("says why an installed Seismograd cannot be imported: %s", async (code, trouble) => {
    const packages = temporaryFolder();
    mkdirSync(path.join(packages, "seismograd"));
    writeFileSync(path.join(packages, "seismograd", "__init__.py"), code);
    vi.stubEnv("PYTHONPATH", packages);
    expect(await probe(await realPython())).toMatchObject({ seismograd: undefined, trouble });
  });

  it("finds nothing wrong where Seismograd is not installed", async () => {
    const python = await realPython();
    const bare = path.join(temporaryFolder(), "bare");
    execFileSync(python, ["-m", "venv", "--without-pip", bare]);
    const result = await probe(pythonIn(bare));
    expect(result).toMatchObject({ kind: "interpreter", seismograd: undefined, trouble: undefined });
  });

  it("works for an account that has a home only by name", async () => {
    const python = await realPython();
    vi.stubEnv("HOME", "/no/such/home");
    expect(await reasonOf(python)).toBe("usable");
  });

  it("imports nothing from the folder that it stands in", async () => {
    const home = temporaryFolder();
    mkdirSync(path.join(home, "seismograd"));
    const trap = path.join(home, "sprung");
    const code = `open(${JSON.stringify(trap)}, "w")\n__version__ = "6.6.6"\n`;
    writeFileSync(path.join(home, "seismograd", "__init__.py"), code);
    writeFileSync(path.join(home, "json.py"), code);
    vi.stubEnv("HOME", home);
    const result = await probe(await realPython());
    expect(result).not.toMatchObject({ seismograd: "6.6.6" });
    expect(() => readFileSync(trap)).toThrow();
  });
});
