import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { AS_GROUP_LEADER, killTree } from "./processTree";

const KEPT_CHARACTERS = 200_000;
const running = new Set<ChildProcess>();

/** Nothing that was begun outlives the window. */
export function endAllRuns(): void {
  running.forEach(killTree);
}

process.once("exit", endAllRuns);

export interface RunOptions {
  readonly timeoutMs: number;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  readonly onLine?: (line: string) => void;
}

export interface RunResult {
  readonly ended: "exited" | "not-started" | "timeout" | "cancelled";
  /** Exit status; null where the process was killed or never ran. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Run a command to its end, or kill it and all that it started. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  if (options.signal?.aborted === true) {
    return { ended: "cancelled", code: null, stdout: "", stderr: "" };
  }
  const child = spawned(command, args, options);
  if (child instanceof Error) {
    return { ended: "not-started", code: null, stdout: "", stderr: child.message };
  }
  const stdout = collect(child, "stdout", options.onLine);
  const stderr = collect(child, "stderr", options.onLine);
  const { ended, code, trouble } = await endOf(child, options);
  return { ended, code, stdout: stdout(), stderr: trouble ?? stderr() };
}

/** A name that no file can have is refused before there is a process to tell of it. */
function spawned(
  command: string,
  args: readonly string[],
  { cwd }: RunOptions,
): ChildProcess | Error {
  const place = cwd === undefined ? {} : { cwd };
  try {
    return spawn(command, args, { ...AS_GROUP_LEADER, ...place, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

interface End {
  readonly ended: RunResult["ended"];
  readonly code: number | null;
  readonly trouble?: string;
}

async function endOf(child: ChildProcess, options: RunOptions): Promise<End> {
  return new Promise((resolve) => {
    let ended: RunResult["ended"] = "exited";
    const stop = (why: RunResult["ended"]) => (): void => {
      ended = why;
      killTree(child);
    };
    const cancel = stop("cancelled");
    const timer = setTimeout(stop("timeout"), options.timeoutMs);
    running.add(child);
    const finish = (end: End): void => {
      running.delete(child);
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", cancel);
      resolve(end);
    };
    options.signal?.addEventListener("abort", cancel);
    child.once("error", (error) => {
      finish({ ended: "not-started", code: null, trouble: error.message });
    });
    child.once("close", (code) => finish({ ended, code }));
    child.once("exit", (code) => {
      if (ended !== "exited") {
        // A grandchild that got away may hold the streams open for ever: nobody waits for it.
        child.stdout?.destroy();
        child.stderr?.destroy();
        finish({ ended, code });
      }
    });
  });
}

function collect(
  child: ChildProcess,
  name: "stdout" | "stderr",
  onLine: ((line: string) => void) | undefined,
): () => string {
  const stream = child[name];
  if (stream === null) {
    return () => "";
  }
  let text = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    text = (text + chunk).slice(-KEPT_CHARACTERS);
  });
  if (onLine !== undefined) {
    createInterface({ input: stream }).on("line", onLine);
  }
  return () => text;
}
