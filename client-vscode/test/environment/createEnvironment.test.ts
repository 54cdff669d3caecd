import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import * as path from "node:path";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { BundledWheel } from "../../src/environment/bundledWheel";
import { bundledWheel } from "../../src/environment/bundledWheel";
import { Cancelled, createEnvironment } from "../../src/environment/createEnvironment";
import type { CreationRequest } from "../../src/environment/createEnvironment";
import { findEnvironments, pythonIn } from "../../src/environment/environmentFolder";
import { probe } from "../../src/python/probe";
import { eventually, program, realPython, temporaryFolder } from "../fakes/programs";

const MAKE_WHEEL = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    for name in ("seismograd", "seismograd/lsp", "pygls", "tree_sitter", "tree_sitter_python"):
        wheel.writestr(f"{name}/__init__.py", "__version__ = '9.9.9'\\n")
    wheel.writestr("seismograd/lsp/assembly.py", "")
    info = "seismograd-9.9.9.dist-info/"
    requires = "".join(f"Requires-Dist: {name}\\n" for name in sys.argv[2:])
    wheel.writestr(info + "METADATA", f"Metadata-Version: 2.1\\nName: seismograd\\nVersion: 9.9.9\\n{requires}")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "RECORD", "")
`;

let python: string;
beforeAll(async () => {
  python = await realPython();
});

function wheel(locked = ""): BundledWheel {
  const folder = temporaryFolder();
  const file = path.join(folder, "seismograd-9.9.9-py3-none-any.whl");
  execFileSync(python, ["-c", MAKE_WHEEL, file, "what-is-not-locked"]);
  const requirements = path.join(folder, "requirements.txt");
  writeFileSync(requirements, locked);
  return { file, version: "9.9.9", sha256: sha256Of(file), requirements };
}

function sha256Of(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** A package of our own as a requirement, which lies where pip looks for it. */
function lockedTo(sha256: (file: string) => string): string {
  const file = path.join(temporaryFolder(), "needed-9.9.9-py3-none-any.whl");
  execFileSync(python, ["-c", MAKE_WHEEL.replaceAll("seismograd-9", "needed-9"), file]);
  vi.stubEnv("PIP_FIND_LINKS", path.dirname(file));
  vi.stubEnv("PIP_NO_INDEX", "1");
  return `needed==9.9.9 --hash=sha256:${sha256(file)}\n`;
}

/** A Python as some systems ship it: in parts, not all of which are installed. */
function withoutModules(...names: string[]): string {
  const hidden = temporaryFolder();
  for (const name of names) {
    const missing = `raise ModuleNotFoundError("No module named '${name}'")`;
    writeFileSync(path.join(hidden, `${name}.py`), missing);
  }
  vi.stubEnv("PYTHONPATH", hidden);
  return python;
}

function request(given: Partial<CreationRequest> = {}): CreationRequest {
  return {
    python,
    wheel: { file: "none.whl", version: "0", sha256: "0", requirements: "none.txt" },
    storage: path.join(temporaryFolder(), "storage"),
    signal: new AbortController().signal,
    report: () => undefined,
    log: () => undefined,
    ...given,
  };
}

const left = (storage: string): string[] => (existsSync(storage) ? readdirSync(storage) : []);

afterEach(() => vi.unstubAllEnvs());

describe("making the private environment", () => {
  it("ends with a Python that has the bundled server", async () => {
    const steps: string[] = [];
    const given = request({ wheel: wheel(), report: (step) => steps.push(step) });
    const folder = await createEnvironment(given);
    expect(await findEnvironments(given.storage, given.wheel)).toEqual([folder]);
    expect(await probe(pythonIn(folder))).toMatchObject({ seismograd: "9.9.9" });
    expect(steps.length).toBeGreaterThan(1);
  });

  it("removes outdated and abandoned ones, and does not count them", async () => {
    const given = request({ wheel: wheel() });
    for (const name of ["old", "half", "mine", "twin", "stranded"]) {
      mkdirSync(path.join(given.storage, `environment-${name}`), { recursive: true });
    }
    const inside = (...names: string[]): string => path.join(given.storage, ...names);
    writeFileSync(inside("environment-old", "complete.json"), '{"sha256": "another"}');
    writeFileSync(inside("environment-mine", "made-by.pid"), String(process.pid));
    writeFileSync(inside("other.txt"), "");
    expect(await findEnvironments(given.storage, given.wheel)).toEqual([]);
    for (const name of ["environment-twin", "environment-stranded"]) {
      const mark = JSON.stringify({ sha256: given.wheel.sha256 });
      writeFileSync(inside(name, "complete.json"), mark);
      mkdirSync(path.dirname(pythonIn(inside(name))), { recursive: true });
    }
    writeFileSync(pythonIn(inside("environment-twin")), "");
    symlinkSync("/no/such/python", pythonIn(inside("environment-stranded")));
    const folder = await createEnvironment(given);
    expect(left(given.storage).sort()).toEqual(
      [path.basename(folder), "environment-mine", "environment-twin", "other.txt"].sort(),
    );
  });

  it("leaves nothing behind when it is cancelled", async () => {
    const cancel = new AbortController();
    const slow = program(`echo started\nsleep 60`);
    const given = request({ python: slow, signal: cancel.signal, log: started });
    const making = createEnvironment(given);
    let lines = 0;
    function started(): void {
      lines += 1;
    }
    await eventually(() => lines >= 2);
    expect(left(given.storage)).toHaveLength(1);
    cancel.abort();
    await expect(making).rejects.toThrow(Cancelled);
    expect(left(given.storage)).toEqual([]);
  });

  it("says so where Python has no pip, and leaves nothing behind", async () => {
    const given = request({ python: withoutModules("ensurepip", "pip"), wheel: wheel() });
    await expect(createEnvironment(given)).rejects.toThrow(
      new RegExp(`The Python at ${python} has no pip.*python3-venv`),
    );
    expect(left(given.storage)).toEqual([]);
  });

  it("uses the pip beside the interpreter where the environment cannot have its own", async () => {
    const given = request({ python: withoutModules("ensurepip"), wheel: wheel() });
    const folder = await createEnvironment(given);
    expect(await probe(pythonIn(folder))).toMatchObject({ seismograd: "9.9.9" });
  });

  it("says so where the packages cannot be got, and leaves nothing behind", async () => {
    const hash = "0".repeat(64);
    const locked = `seismograd-needs-what-nobody-has==1.2.3 --hash=sha256:${hash}\n`;
    const given = request({ wheel: wheel(locked) });
    await expect(createEnvironment(given)).rejects.toThrow(/pip could not get the packages/);
    expect(left(given.storage)).toEqual([]);
  });

  it("installs what is locked", async () => {
    const folder = await createEnvironment(request({ wheel: wheel(lockedTo(sha256Of)) }));
    const ask = "import importlib.metadata as m; print(m.version('needed'))";
    expect(String(execFileSync(pythonIn(folder), ["-c", ask]))).toBe("9.9.9\n");
  });

  it("refuses other files than the locked ones, and leaves nothing behind", async () => {
    const given = request({ wheel: wheel(lockedTo(() => "0".repeat(64))) });
    await expect(createEnvironment(given)).rejects.toThrow(/gave other files than/);
    expect(left(given.storage)).toEqual([]);
  });

  it("says so where the wheel is damaged", async () => {
    const given = request({ wheel: wheel() });
    writeFileSync(given.wheel.file, "not a wheel");
    await expect(createEnvironment(given)).rejects.toThrow(/^pip failed: /);
    expect(left(given.storage)).toEqual([]);
  });

  it("says so where the interpreter has gone", async () => {
    const given = request({ python: "/no/such/python" });
    await expect(createEnvironment(given)).rejects.toThrow(/ENOENT/);
    expect(left(given.storage)).toEqual([]);
  });
});

describe("the wheel inside the extension", () => {
  it("is described by the note beside it", async () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, "bundled"));
    const note = {
      file: "seismograd-1.0-py3-none-any.whl",
      version: "1.0",
      sha256: "ab",
      requirements: "requirements.txt",
    };
    writeFileSync(path.join(folder, "bundled", "wheel.json"), JSON.stringify(note));
    expect(await bundledWheel(folder)).toEqual({
      ...note,
      file: path.join(folder, "bundled", note.file),
      requirements: path.join(folder, "bundled", note.requirements),
    });
  });

  it("may be missing, or its note spoilt", async () => {
    const folder = temporaryFolder();
    expect(await bundledWheel(folder)).toBeUndefined();
    mkdirSync(path.join(folder, "bundled"));
    writeFileSync(path.join(folder, "bundled", "wheel.json"), "{");
    expect(await bundledWheel(folder)).toBeUndefined();
  });
});
