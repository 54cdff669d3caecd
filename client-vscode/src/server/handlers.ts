import type { CancellationToken } from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

type Notified = (params: unknown) => void;
type Asked = (params: unknown, token: CancellationToken) => unknown;
interface Handle {
  dispose(): void;
}

/** Handlers of messages from the server, for each client that comes. */
export class Handlers {
  readonly #registrations = new Set<(client: LanguageClient) => Handle>();
  readonly #active = new Map<(client: LanguageClient) => Handle, Handle>();
  #client: LanguageClient | undefined;

  onNotification(method: string, handler: Notified): Handle {
    return this.#add((client) => client.onNotification(method, handler));
  }

  onRequest(method: string, handler: Asked): Handle {
    return this.#add((client) => client.onRequest(method, handler));
  }

  attach(client: LanguageClient): void {
    this.#client = client;
    this.#active.clear();
    for (const register of this.#registrations) {
      this.#active.set(register, register(client));
    }
  }

  #add(register: (client: LanguageClient) => Handle): Handle {
    this.#registrations.add(register);
    if (this.#client !== undefined) {
      this.#active.set(register, register(this.#client));
    }
    return { dispose: () => this.#remove(register) };
  }

  #remove(register: (client: LanguageClient) => Handle): void {
    this.#registrations.delete(register);
    this.#active.get(register)?.dispose();
    this.#active.delete(register);
  }
}
