import { EventEmitter } from "vscode";
import { vi } from "vitest";
import type { ServerSession, ServerState } from "../../src/server/session";

type Handler = (params: unknown) => void;

/** A session without a server: what is asked and told is kept, answers are given beforehand. */
export class FakeSession {
  readonly states = new EventEmitter<ServerState>();
  readonly asked: { method: string; params: unknown }[] = [];
  readonly told: { method: string; params: unknown }[] = [];
  private readonly handlers = new Map<string, Handler>();

  constructor(private readonly answers: Record<string, unknown> = {}) {}

  state: ServerState = { kind: "running", detail: "" };
  launch = { python: "/env/bin/python", version: "1.2.3", origin: "a test", trusted: true };
  log = { error: vi.fn(), warn: vi.fn(), show: vi.fn() };
  onDidChangeState = this.states.event;

  request = (method: string, params: unknown): Promise<unknown> => {
    this.asked.push({ method, params });
    return Promise.resolve(this.answers[method]);
  };

  notify = (method: string, params: unknown): Promise<void> => {
    this.told.push({ method, params });
    return Promise.resolve();
  };

  onNotification = (method: string, handler: Handler): { dispose(): void } => {
    this.handlers.set(method, handler);
    return { dispose: () => this.handlers.delete(method) };
  };

  /** Let the server tell something. */
  hear(method: string, params: unknown): void {
    this.handlers.get(method)?.(params);
  }

  get session(): ServerSession {
    return this as unknown as ServerSession;
  }
}
