import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import * as path from "node:path";
import type { BundledWheel } from "./bundledWheel";

const PREFIX = "environment-";
const COMPLETE = "complete.json";
const OWNER = "made-by.pid";

/** A name that nobody else uses; virtual environments do not work once they are moved. */
export function newFolder(storage: string): string {
  return path.join(storage, PREFIX + randomBytes(6).toString("hex"));
}

export function pythonIn(folder: string): string {
  return process.platform === "win32"
    ? path.join(folder, "Scripts", "python.exe")
    : path.join(folder, "bin", "python");
}

export async function claim(folder: string): Promise<void> {
  await writeFile(path.join(folder, OWNER), String(process.pid));
}

/** The last step of making an environment: without this mark it does not count. */
export async function markComplete(folder: string, wheel: BundledWheel): Promise<void> {
  await writeFile(path.join(folder, COMPLETE), JSON.stringify({ sha256: wheel.sha256 }));
}

/** The finished environments that hold this very wheel. */
export async function findEnvironments(storage: string, wheel: BundledWheel): Promise<string[]> {
  const found: string[] = [];
  for (const folder of await environments(storage)) {
    if ((await contentOf(folder)) === wheel.sha256) {
      found.push(folder);
    }
  }
  return found;
}

/** Remove environments that are outdated, or whose maker or interpreter is gone. */
export async function removeUseless(storage: string, wheel: BundledWheel): Promise<void> {
  for (const folder of await environments(storage)) {
    // One that another window has made of the same wheel may be running there.
    const isCurrent = (await contentOf(folder)) === wheel.sha256;
    const isUseful = isCurrent && existsSync(pythonIn(folder));
    if (!isUseful && !(await isBeingMade(folder))) {
      await removeFolder(folder);
    }
  }
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function environments(storage: string): Promise<string[]> {
  try {
    const names = await readdir(storage);
    return names.filter((name) => name.startsWith(PREFIX)).map((name) => path.join(storage, name));
  } catch {
    return [];
  }
}

async function contentOf(folder: string): Promise<string | undefined> {
  try {
    const text = await readFile(path.join(folder, COMPLETE), "utf8");
    return (JSON.parse(text) as { sha256?: string }).sha256;
  } catch {
    return undefined;
  }
}

async function isBeingMade(folder: string): Promise<boolean> {
  if ((await contentOf(folder)) !== undefined) {
    return false;
  }
  try {
    process.kill(Number(await readFile(path.join(folder, OWNER), "utf8")), 0);
    return true;
  } catch {
    return false;
  }
}
