import * as vscode from "vscode";
import { Handlers } from "../server/handlers";
import type { LanguageServer } from "../server/languageServer";
import type { Launch } from "../server/launch";
import { missingText } from "../server/missingText";
import type { Rejected, Resolution } from "../server/resolution";
import type { ServerSession, ServerState } from "../server/session";
import { Supervisor } from "../server/supervisor";
import { clientOptions } from "./clientOptions";
import { debugInformation } from "./debugInformation";

export interface SessionInput {
  readonly log: vscode.LogOutputChannel;
  readonly serverLog: vscode.LogOutputChannel;
  readonly extensionVersion: string;
  resolve(): Promise<Resolution>;
}

/** The server of this window, as the rest of the extension sees it. */
export class ClientSession implements ServerSession, vscode.Disposable {
  readonly log: vscode.LogOutputChannel;
  readonly #handlers = new Handlers();
  readonly #states = new vscode.EventEmitter<ServerState>();
  readonly #supervisor: Supervisor<LanguageServer>;
  readonly onDidChangeState = this.#states.event;
  #rejected: readonly Rejected[] = [];

  constructor(private readonly input: SessionInput) {
    this.log = input.log;
    this.#supervisor = new Supervisor({
      resolve: () => this.#resolve(),
      start: (launch) => this.#start(launch),
      describeMissing: missingText,
      onState: (state) => this.#announce(state),
    });
  }

  get state(): ServerState {
    return this.#supervisor.state;
  }

  get launch(): Launch | undefined {
    return this.#supervisor.launch;
  }

  restart(): Promise<void> {
    return this.#supervisor.restart();
  }

  refresh(): Promise<void> {
    return this.#supervisor.refresh();
  }

  end(): Promise<void> {
    return this.#supervisor.end();
  }

  async request<T>(method: string, params: unknown, token?: vscode.CancellationToken): Promise<T> {
    await this.#settled();
    const { server, state } = this.#supervisor;
    if (server === undefined) {
      throw new Error(`Seismograd's server is not running. ${state.detail}`);
    }
    const { client } = server;
    // A token that is undefined would be sent to the server as a second parameter.
    return token === undefined
      ? client.sendRequest<T>(method, params)
      : client.sendRequest<T>(method, params, token);
  }

  async notify(method: string, params: unknown): Promise<void> {
    await this.#supervisor.server?.client.sendNotification(method, params);
  }

  onNotification(method: string, handler: (params: unknown) => void): vscode.Disposable {
    return vscode.Disposable.from(this.#handlers.onNotification(method, handler));
  }

  onRequest(
    method: string,
    handler: (params: unknown, token: vscode.CancellationToken) => unknown,
  ): vscode.Disposable {
    return vscode.Disposable.from(this.#handlers.onRequest(method, handler));
  }

  describe(): Promise<string> {
    const { launch, state } = this;
    const rejected = this.#rejected;
    return debugInformation({ launch, state, rejected, version: this.input.extensionVersion });
  }

  dispose(): void {
    this.#states.dispose();
  }

  async #resolve(): Promise<Resolution> {
    const resolution = await this.input.resolve();
    this.#rejected = resolution.rejected;
    return resolution;
  }

  async #start(launch: Launch): Promise<LanguageServer> {
    const { serverLog } = this.input;
    const attach = this.#handlers.attach.bind(this.#handlers);
    // The library of the protocol is slow to load: the editor need not wait for it.
    const { LanguageServer } = await import("../server/languageServer.js");
    return LanguageServer.start(launch, clientOptions(launch, serverLog), serverLog, attach);
  }

  #announce(state: ServerState): void {
    this.log.info(`${state.kind}: ${state.detail}`);
    this.#states.fire(state);
  }

  /** Wait while a server is on its way. */
  async #settled(): Promise<void> {
    if (this.state.kind !== "starting") {
      return;
    }
    await new Promise<void>((resolve) => {
      const listening = this.onDidChangeState(({ kind }) => {
        if (kind !== "starting") {
          listening.dispose();
          resolve();
        }
      });
    });
  }
}
