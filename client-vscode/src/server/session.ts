import type * as vscode from "vscode";
import type { Launch } from "./launch";

export interface ServerState {
  readonly kind: "stopped" | "starting" | "running" | "missing" | "failed";
  /** A sentence for people. */
  readonly detail: string;
}

/** The one language server of a window, whichever process it is at the moment. */
export interface ServerSession {
  readonly state: ServerState;
  readonly onDidChangeState: vscode.Event<ServerState>;
  readonly log: vscode.LogOutputChannel;
  /** What the server was started with; undefined where there is none. */
  readonly launch: Launch | undefined;

  restart(): Promise<void>;

  /** Ask the server; waits for one that is starting, rejects where none runs. */
  request<T>(method: string, params: unknown, token?: vscode.CancellationToken): Promise<T>;

  /** Tell the server something; nothing happens where none runs. */
  notify(method: string, params: unknown): Promise<void>;

  /** Handlers hold for every server that is started from now on, and for the one that runs. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what comes over the wire
  onNotification(method: string, handler: (params: any) => void): vscode.Disposable;
  onRequest(
    method: string,
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what comes over the wire
    handler: (params: any, token: vscode.CancellationToken) => unknown,
  ): vscode.Disposable;

  /** What a bug report should say. */
  describe(): Promise<string>;
}
