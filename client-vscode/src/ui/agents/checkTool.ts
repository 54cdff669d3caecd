import { existsSync } from "node:fs";
import * as vscode from "vscode";
import { fileFolders } from "../../editor/folders";
import type { ServerSession } from "../../server/session";
import { callServer } from "../serverCommand";
import { reportJson, reportText, type FindingsReport } from "./findingsReport";

/** What a model may ask for; nothing is the whole workspace. */
export interface CheckInput {
  paths?: string[];
}

/** The tool `seismograd_check`: static findings for an assistant inside the editor. */
export class CheckTool implements vscode.LanguageModelTool<CheckInput> {
  constructor(private readonly session: ServerSession) {}

  prepareInvocation(
    options: vscode.LanguageModelToolInvocationPrepareOptions<CheckInput>,
  ): vscode.PreparedToolInvocation {
    const what = options.input.paths?.length ? options.input.paths.join(", ") : "the workspace";
    return { invocationMessage: `Checking ${what} with Seismograd` };
  }

  async invoke(
    options: vscode.LanguageModelToolInvocationOptions<CheckInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const uris = (options.input.paths ?? []).map((path) => uriOf(path).toString());
    const report = await callServer<FindingsReport>(
      this.session,
      "seismograd.findings",
      [{ uris }],
      token,
    );
    return new vscode.LanguageModelToolResult([
      new vscode.LanguageModelTextPart(reportText(report)),
      new vscode.LanguageModelTextPart(reportJson(report)),
    ]);
  }
}

/** A path as a model writes it: an address, absolute, or relative to one of the folders. */
export function uriOf(path: string): vscode.Uri {
  if (path.startsWith("file:")) {
    return vscode.Uri.parse(path, true);
  }
  if (/^(?:\/|\\|[A-Za-z]:)/.test(path)) {
    return vscode.Uri.file(path);
  }
  const meant = fileFolders().flatMap((folder) => inFolder(path, folder));
  return meant.find(({ fsPath }) => existsSync(fsPath)) ?? meant[0] ?? vscode.Uri.file(path);
}

/** Where there are several folders, the editor itself puts their names before paths. */
function inFolder(path: string, { uri, name }: vscode.WorkspaceFolder): vscode.Uri[] {
  const isNamed = [`${name}/`, `${name}\\`].some((head) => path.startsWith(head));
  const inside = isNamed ? [path.slice(name.length + 1)] : [];
  return [path, ...inside].map((relative) => vscode.Uri.joinPath(uri, relative));
}

/** Offer the tool where the editor has language-model tools. */
export function registerCheckTool(session: ServerSession): vscode.Disposable | undefined {
  const { lm } = vscode as Partial<typeof vscode>;
  return (lm as Partial<typeof vscode.lm> | undefined)?.registerTool?.(
    "seismograd_check",
    new CheckTool(session),
  );
}
