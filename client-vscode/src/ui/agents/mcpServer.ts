import * as vscode from "vscode";
import { fileFolders } from "../../editor/folders";
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
    vscode.workspace.onDidChangeWorkspaceFolders(() => changes.fire()),
    changes,
  );
}

/** The same interpreter as the language server's, for the folders on a disk; none where none is. */
function definitions(session: ServerSession): vscode.McpStdioServerDefinition[] {
  const { launch } = session;
  if (launch === undefined) {
    return [];
  }
  const folders = fileFolders().map(({ uri }) => uri);
  const roots = folders.flatMap(({ fsPath }) => ["--root", fsPath]);
  const definition = new vscode.McpStdioServerDefinition(
    "Seismograd",
    launch.python,
    moduleArguments("seismograd.cli.main", "mcp", ...roots),
    {},
    launch.version,
  );
  if (folders[0] !== undefined) {
    definition.cwd = folders[0];
  }
  return [definition];
}
