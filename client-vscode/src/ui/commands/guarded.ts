import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { SHOW_LOGS } from "./ids";

const SHOW_LOGS_LABEL = "Show Logs";
/** The protocol's code for a request that somebody has stopped. */
const REQUEST_CANCELLED = -32800;

/** Register a command whose failure is told in one sentence, with the logs at hand. */
export function registerCommand(
  session: ServerSession,
  id: string,
  run: (given?: unknown) => unknown,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (given?: unknown) => {
    try {
      return await run(given);
    } catch (error) {
      if (!isCancellation(error)) {
        void tellFailure(session, id, error);
      }
      return undefined;
    }
  });
}

/** Whoever has stopped something knows. */
function isCancellation(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return error instanceof vscode.CancellationError || code === REQUEST_CANCELLED;
}

async function tellFailure(session: ServerSession, id: string, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  session.log.error(`${id}: ${error instanceof Error ? (error.stack ?? reason) : reason}`);
  const chosen = await vscode.window.showErrorMessage(`Seismograd: ${reason}`, SHOW_LOGS_LABEL);
  if (chosen === SHOW_LOGS_LABEL) {
    await vscode.commands.executeCommand(SHOW_LOGS);
  }
}
