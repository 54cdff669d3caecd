import type * as vscode from "vscode";
import type { ServerSession } from "../server/session";

/** Show the person what the server does and finds. */
export function registerUi(_context: vscode.ExtensionContext, _session: ServerSession): void {
  return;
}
