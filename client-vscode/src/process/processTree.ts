import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import * as path from "node:path";

const ON_WINDOWS = process.platform === "win32";

/** By its whole path: Windows looks for a plain name in the current folder first. */
const TASKKILL = path.win32.join(
  process.env.SystemRoot ?? "C:\\Windows",
  "System32",
  "taskkill.exe",
);

/** Option of `spawn` under which a process and its children can be ended together. */
export const AS_GROUP_LEADER = { detached: !ON_WINDOWS, windowsHide: true } as const;

export function isAlive(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** End a process that was spawned `AS_GROUP_LEADER`, and whatever it started. */
export function killTree(child: ChildProcess): void {
  if (child.pid === undefined) {
    return;
  }
  if (ON_WINDOWS) {
    const killer = spawn(TASKKILL, ["/T", "/F", "/PID", String(child.pid)], { stdio: "ignore" });
    killer.once("error", () => child.kill());
    return;
  }
  try {
    // Children may outlive their leader; the group is there as long as one of them is.
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nobody is left in the group.
  }
}

/** Wait for the end of a process; false where it has not come in time. */
export async function endsWithin(child: ChildProcess, milliseconds: number): Promise<boolean> {
  if (!isAlive(child)) {
    return true;
  }
  return new Promise((resolve) => {
    const onExit = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      child.removeListener("exit", onExit);
      resolve(false);
    }, milliseconds);
    child.once("exit", onExit);
  });
}
