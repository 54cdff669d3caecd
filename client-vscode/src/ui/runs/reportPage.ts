import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { callServer } from "../serverCommand";

/** Ten times the longest report of a run. */
const MOST_BYTES = 50_000_000;

/** An HTML page that the server writes, shown as it is: its scripts are off, it loads nothing. */
export async function showReport(
  session: ServerSession,
  command: string,
  title: string,
  id: string,
): Promise<void> {
  const { path } = await callServer<{ path: string }>(session, command, [{ id }]);
  const page = vscode.Uri.file(path);
  const { type, size } = await vscode.workspace.fs.stat(page);
  if (type !== vscode.FileType.File || size > MOST_BYTES) {
    throw new Error(`${path} is not the report that Seismograd wrote.`);
  }
  const content = await vscode.workspace.fs.readFile(page);
  const panel = vscode.window.createWebviewPanel(
    command,
    title,
    vscode.ViewColumn.Active,
    { enableScripts: false, localResourceRoots: [] },
  );
  panel.webview.html = new TextDecoder().decode(content);
}
