import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import { AS_GROUP_LEADER, endsWithin, isAlive, killTree } from "../process/processTree";
import { workingFolder } from "../process/workingFolder";
import type { Launch } from "./launch";
import { moduleArguments } from "./launch";

const LINES_KEPT = 20;
const alive = new Set<ServerProcess>();

/** The last resort when the window closes. */
export function endAllServers(): void {
  for (const server of alive) {
    server.killNow();
  }
}

process.once("exit", endAllServers);

/** The process of one server. */
export class ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #lastLines: string[] = [];
  #trouble: string | undefined;

  constructor(launch: Launch, onErrorLine: (line: string) => void) {
    const args = moduleArguments("seismograd.lsp");
    this.child = spawn(launch.python, args, { ...AS_GROUP_LEADER, cwd: workingFolder() });
    this.child.once("error", (error) => (this.#trouble = error.message));
    // Writing to a server that has just died is noticed by its end as well.
    this.child.stdin.on("error", () => undefined);
    createInterface({ input: this.child.stderr }).on("line", (line) => {
      this.#lastLines.push(line);
      this.#lastLines.splice(0, this.#lastLines.length - LINES_KEPT);
      onErrorLine(line);
    });
    alive.add(this);
  }

  /** Wait for a server that was asked to leave; make it leave when it does not. */
  async end(graceMs: number): Promise<void> {
    await endsWithin(this.child, graceMs);
    this.killNow();
    alive.delete(this);
  }

  killNow(): void {
    killTree(this.child);
  }

  /** What is known of its end, for people; one that was killed had no time to say why. */
  get lastWords(): string {
    const line = this.#lastLines.findLast((text) => text.trim() !== "");
    const wasKilled = this.child.signalCode !== null;
    return line === undefined || wasKilled ? this.#howItEnded() : `${this.#howItEnded()}: ${line}`;
  }

  #howItEnded(): string {
    const { exitCode, signalCode } = this.child;
    if (this.#trouble !== undefined) {
      return this.#trouble;
    }
    if (isAlive(this.child)) {
      return "still running";
    }
    return signalCode === null ? `exit status ${exitCode ?? "unknown"}` : `killed by ${signalCode}`;
  }
}
