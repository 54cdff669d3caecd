import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEnvironment } from "../../src/environment/createEnvironment";
import { setUpFailure } from "../../src/environment/setUpFailure";
import { realPython, temporaryFolder } from "../fakes/programs";

/** Small file systems can be mounted where these tests run as root; elsewhere they skip. */
function mounted(folder: string, options: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function failureIn(storage: string): Promise<string> {
  const python = await realPython();
  const wheel = { file: "none.whl", version: "0", sha256: "0", requirements: "none.txt" };
  const quiet = { report: () => undefined, log: () => undefined };
  const { signal } = new AbortController();
  return createEnvironment({ python, wheel, storage, signal, ...quiet }).then(
    () => "made",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

describe("a file system that does not cooperate", () => {
  let storage: string;
  beforeEach(() => {
    storage = temporaryFolder();
  });
  afterEach(() => {
    try {
      execFileSync("umount", [storage], { stdio: "ignore" });
    } catch {
      // It was not mounted.
    }
  });

  it("is full", async ({ skip }) => {
    skip(!mounted(storage, "size=2m"), "mounting is not allowed here");
    expect(await failureIn(storage)).toContain("The disk is full.");
    expect(readdirSync(storage)).toEqual([]);
  });

  it("can only be read", async ({ skip }) => {
    skip(!mounted(storage, "ro"), "mounting is not allowed here");
    expect(await failureIn(storage)).toContain(`The folder ${storage} cannot be written.`);
  });
});

const PLACE = { storage: "/storage", python: "/usr/bin/python3" };

describe("advice on a failed set-up", () => {
  it.each([
    ["ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "full"],
    ["spawn /storage/environment-1/bin/python EACCES", "no program run in /storage"],
    ["ImportError: x.so: failed to map segment from shared object", "no program run in /storage"],
    ["EROFS: read-only file system, mkdir '/x'", "cannot be written"],
    ["EACCES: permission denied, mkdir '/x'", "cannot be written"],
    ["/usr/bin/python3: No module named venv", "has no pip"],
    ["No module named pip", "has no pip"],
    ["NewConnectionError('<pip._vendor...>: Temporary failure in name resolution')", "network"],
    ["ERROR: No matching distribution found for pygls<3,>=2.1", "network"],
  ])("for %s", (output, advice) => {
    expect(setUpFailure("pip", output, PLACE).message).toContain(advice);
  });

  it("quotes what it does not know", () => {
    expect(setUpFailure("pip", "a\nSomething new\n\n", PLACE).message).toBe(
      "pip failed: Something new",
    );
  });
});
