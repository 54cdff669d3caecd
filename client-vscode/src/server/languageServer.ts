import type { LogOutputChannel } from "vscode";
import { CloseAction, ErrorAction } from "vscode-languageclient/node";
import type { LanguageClientOptions } from "vscode-languageclient/node";
import { endsWithin } from "../process/processTree";
import { within } from "../process/within";
import type { Launch } from "./launch";
import { QuietClient } from "./quietClient";
import { ServerProcess } from "./serverProcess";
import type { RunningServer } from "./supervisor";

const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 2_000;
const LAST_WORDS_MS = 1_000;
const ADVICE = "See the logs for the cause, and restart it when that is mended.";
const CLOSED = "The connection to the server has been closed.";

/** A server that answers, with the client that speaks to it. */
export class LanguageServer implements RunningServer {
  private constructor(
    readonly client: QuietClient,
    readonly crashed: Promise<string>,
    private readonly process: ServerProcess,
  ) {}

  /** Start a server and wait for its first answer; one that gives none is killed. */
  static async start(
    launch: Launch,
    options: LanguageClientOptions,
    log: LogOutputChannel,
    prepare: (client: QuietClient) => void,
  ): Promise<LanguageServer> {
    const process = new ServerProcess(launch, (line) => log.info(line));
    const closed = new Promise<void>((resolve) => process.child.once("close", () => resolve()));
    const client = clientOf(process, options);
    prepare(client);
    const late = `${launch.python} -m seismograd.lsp gave no answer in ${START_LIMIT_MS / 1000} s`;
    try {
      await within(startOrEnd(client, closed, process), START_LIMIT_MS, late);
    } catch (error) {
      await process.end(0);
      throw new Error(`The server did not start: ${messageOf(error)}. ${ADVICE}`, { cause: error });
    }
    return new LanguageServer(client, closed.then(() => process.lastWords), process);
  }

  async stop(): Promise<void> {
    await this.client.dispose(STOP_LIMIT_MS).catch(() => undefined);
    await this.process.end(STOP_LIMIT_MS);
  }
}

/** A process that ends before it answers has failed, whatever the client makes of it. */
async function startOrEnd(
  client: QuietClient,
  closed: Promise<void>,
  process: ServerProcess,
): Promise<void> {
  const ended = closed.then(() => {
    throw new Error(process.lastWords);
  });
  const started = client.start().catch(async (error: unknown) => {
    await Promise.race([ended, endsWithin(process.child, LAST_WORDS_MS)]);
    throw error;
  });
  await Promise.race([started, ended]);
}

function clientOf(process: ServerProcess, options: LanguageClientOptions): QuietClient {
  const streams = { reader: process.child.stdout, writer: process.child.stdin, detached: true };
  return new QuietClient("seismograd", "Seismograd", () => Promise.resolve(streams), {
    ...options,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => ({ action: CloseAction.DoNotRestart, handled: true, message: CLOSED }),
    },
    initializationFailedHandler: () => false,
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
