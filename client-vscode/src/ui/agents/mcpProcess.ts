import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import { CancellationTokenSource, type CancellationToken, type Disposable } from "vscode";
import { AS_GROUP_LEADER, endsWithin, isAlive, killTree } from "../../process/processTree";
import type { Sample, SamplingParams } from "./sampling";

/** For runs to be stopped and cleaned up after, once the server was asked to end. */
const GRACE_MS = 5_000;
const INTRODUCTION = {
  protocolVersion: "2025-11-25",
  capabilities: { sampling: {} },
  clientInfo: { name: "seismograd-vscode", version: "1" },
};
const FAILED = -32603;

type Id = number | string;

interface Message {
  readonly id?: Id;
  readonly method?: string;
  readonly result?: { content: { text: string }[]; isError: boolean };
  readonly error?: { message: string };
  readonly params?: { progressToken?: number; message?: string; requestId?: Id };
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
  readonly #calls = new Map<Id, Call>();
  readonly #questions = new Map<Id, CancellationTokenSource>();
  #count = 0;
  #lastLine = "";

  /** With `sample`, the server may ask a language model through it. */
  constructor(
    { python, args, cwd }: McpCommand,
    onErrorLine: (line: string) => void,
    private readonly sample?: Sample,
  ) {
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
    if (sample !== undefined) {
      this.#send({ id: "introduction", method: "initialize", params: INTRODUCTION });
    }
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
    const message = JSON.parse(line) as Message;
    const { id, method, params } = message;
    if (method === "sampling/createMessage" && id !== undefined) {
      void this.#answer(id, params as unknown as SamplingParams);
    } else if (method === "notifications/cancelled" && params?.requestId !== undefined) {
      this.#questions.get(params.requestId)?.cancel();
    } else if (id !== undefined) {
      this.#calls.get(id)?.settle(message);
    } else if (params?.progressToken !== undefined) {
      this.#calls.get(params.progressToken)?.tell(params.message ?? "");
    }
  }

  async #answer(id: Id, params: SamplingParams): Promise<void> {
    const question = new CancellationTokenSource();
    this.#questions.set(id, question);
    try {
      this.#send({ id, result: await this.sample?.(params, question.token) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#send({ id, error: { code: FAILED, message } });
    } finally {
      this.#questions.delete(id);
      question.dispose();
    }
  }

  #failAll(why: string): void {
    const message = `The Seismograd server ended${why === "" ? "" : `: ${why}`}`;
    this.#calls.forEach(({ settle }) => settle({ error: { message } }));
    this.#questions.forEach((question) => question.cancel());
  }
}

function textsOf({ result, error }: Message): string[] {
  const texts = result?.content.map(({ text }) => text) ?? [];
  if (error !== undefined || result?.isError !== false) {
    throw new Error(error?.message ?? texts.join("\n"));
  }
  return texts;
}
