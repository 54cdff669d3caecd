import type { CancellationToken } from "vscode";
import type { ServerSession } from "../server/session";

/** Call one of the server's own commands and hand back its answer. */
export function callServer<T>(
  session: ServerSession,
  command: string,
  args: unknown[] = [],
  token?: CancellationToken,
): Promise<T> {
  return session.request<T>("workspace/executeCommand", { command, arguments: args }, token);
}
