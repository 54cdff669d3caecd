import * as vscode from "vscode";
import { moduleArguments } from "../../server/launch";
import type { ServerSession } from "../../server/session";

const PROVIDER = "seismograd.mcp";

/** Tell assistants how to start `seismograd mcp`, where the editor knows of such servers. */
export function registerMcpServer(session: ServerSession): vscode.Disposable | undefined {
  const { lm } = vscode as Partial<typeof vscode>;
  const models = lm as Partial<typeof vscode.lm> | undefined;
  if (models?.registerMcpServerDefinitionProvider === undefined) {
    return undefined;
  }
  const changes = new vscode.EventEmitter<void>();
  const provider: vscode.McpServerDefinitionProvider = {
    onDidChangeMcpServerDefinitions: changes.event,
    provideMcpServerDefinitions: () => definitions(session),
  };
  return vscode.Disposable.from(
    models.registerMcpServerDefinitionProvider(PROVIDER, provider),
    session.onDidChangeState(() => changes.fire()),
    changes,
  );
}

/** The same interpreter as the language server's, in the first folder; none where none is. */
function definitions(session: ServerSession): vscode.McpStdioServerDefinition[] {
  const { launch } = session;
  if (launch === undefined) {
    return [];
  }
  const definition = new vscode.McpStdioServerDefinition(
    "Seismograd",
    launch.python,
    moduleArguments("seismograd.cli.main", "mcp"),
    {},
    launch.version,
  );
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder !== undefined) {
    definition.cwd = folder;
  }
  return [definition];
}
