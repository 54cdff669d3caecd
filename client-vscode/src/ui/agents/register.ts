import type * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { registerCheckTool } from "./checkTool";
import { registerMcpServer } from "./mcpServer";
import { registerReproduceTools } from "./reproduceTools";

/** Everything that assistants can use, as far as this editor knows of it. */
export function registerAgents(session: ServerSession): vscode.Disposable[] {
  return [
    registerCheckTool(session),
    registerReproduceTools(session),
    registerMcpServer(session),
  ].filter((registration) => registration !== undefined);
}
