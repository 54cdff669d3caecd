import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import type { CancellationToken, Disposable } from "vscode";
import { AS_GROUP_LEADER, endsWithin, isAlive, killTree } from "../../process/processTree";

/** For runs to be stopped and cleaned up after, once the server was asked to end. */
const GRACE_MS = 5_000;

interface Message {
  readonly id?: number;
  readonly result?: { content: { text: string }[]; isError: boolean };
  readonly error?: { message: string };
  readonly params?: { progressToken?: number; message?: string };
}

interface Call {
  readonly settle: (message: Message) => void;
  readonly tell: (message: string) => void;
}

export interface McpCommand {
  readonly python: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** A process of `seismograd mcp`, for the tools of this window alone. */
export class McpProcess implements Disposable {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #calls = new Map<number, Call>();
  #count = 0;
  #lastLine = "";

  constructor({ python, args, cwd }: McpCommand, onErrorLine: (line: string) => void) {
    this.#child = spawn(python, args, { ...AS_GROUP_LEADER, cwd });
    this.#child.once("error", ({ message }) => this.#failAll(message));
    this.#child.once("close", () => this.#failAll(this.#lastLine));
    // Writing to a server that has just died is noticed by its end as well.
    this.#child.stdin.on("error", () => undefined);
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#take(line));
    createInterface({ input: this.#child.stderr }).on("line", (line) => {
      this.#lastLine = line;
      onErrorLine(line);
    });
  }

  get isAlive(): boolean {
    return isAlive(this.#child);
  }

  /** The texts of the answer; rejects with the server's own sentence where it refuses. */
  async call(
    name: string,
    input: object,
    token: CancellationToken,
    tell: (message: string) => void,
  ): Promise<string[]> {
    const id = (this.#count += 1);
    const params = { name, arguments: input, _meta: { progressToken: id } };
    const answer = new Promise<Message>((settle) => this.#calls.set(id, { settle, tell }));
    const cancelled = token.onCancellationRequested(() => this.#cancel(id));
    this.#send({ id, method: "tools/call", params });
    try {
      return textsOf(await answer);
    } finally {
      cancelled.dispose();
      this.#calls.delete(id);
    }
  }

  /** The server stops what it runs and leaves; one that does not is made to. */
  dispose(): void {
    this.#child.stdin.end();
    void endsWithin(this.#child, GRACE_MS).then(() => killTree(this.#child));
  }

  #cancel(id: number): void {
    // Nothing is answered to a call that was cancelled.
    this.#send({ method: "notifications/cancelled", params: { requestId: id } });
    this.#calls.get(id)?.settle({ error: { message: "The call was cancelled." } });
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  #take(line: string): void {
    const { id, params, ...rest } = JSON.parse(line) as Message;
    if (id !== undefined) {
      this.#calls.get(id)?.settle(rest);
    } else if (params?.progressToken !== undefined) {
      this.#calls.get(params.progressToken)?.tell(params.message ?? "");
    }
  }

  #failAll(why: string): void {
    const message = `The Seismograd server ended${why === "" ? "" : `: ${why}`}`;
    this.#calls.forEach(({ settle }) => settle({ error: { message } }));
  }
}

function textsOf({ result, error }: Message): string[] {
  const texts = result?.content.map(({ text }) => text) ?? [];
  if (error !== undefined || result?.isError !== false) {
    throw new Error(error?.message ?? texts.join("\n"));
  }
  return texts;
}
