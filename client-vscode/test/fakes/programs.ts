import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { afterAll } from "vitest";
import { onPath, PYTHON_NAMES } from "../../src/python/onPath";
import { probe } from "../../src/python/probe";

const made: string[] = [];
afterAll(() => {
  for (const folder of made.splice(0)) {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A folder of its own, gone after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "seismograd-test-"));
  made.push(folder);
  return folder;
}

/** An executable file with this shell script in it. */
export function program(script: string, name = "python"): string {
  const file = path.join(temporaryFolder(), name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** A program that answers the probe as a Python of this version would. */
export function pythonOfVersion(major: number, minor: number, patch: number): string {
  const facts = { version: [major, minor, patch], executable: "" };
  return program(`echo '${JSON.stringify(facts)}'`);
}

/** A real interpreter that can run the server. */
export async function realPython(): Promise<string> {
  for (const file of await onPath(PYTHON_NAMES, process.env.PATH)) {
    const result = await probe(file);
    if (result.kind === "interpreter") {
      return result.executable;
    }
  }
  throw new Error("these tests need a Python that can run the server on the PATH");
}

export async function eventually(holds: () => boolean, limitMs = 5_000): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (!holds() && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return holds();
}

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
