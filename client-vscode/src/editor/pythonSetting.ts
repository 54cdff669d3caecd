import { homedir } from "node:os";
import * as vscode from "vscode";
import type { CandidateSource } from "../python/candidate";
import { onPath } from "../python/onPath";
import { expandPath, interpreterAt, isPlainName } from "../python/settingPath";
import { fileFolders } from "./folders";

export const PYTHON_SETTING = "seismograd.python";

/** The interpreters that are set, folder by folder; an untrusted workspace sets none. */
export const settingSource: CandidateSource = {
  origin: "setting",
  async find() {
    const folders = fileFolders();
    const scopes = folders.length === 0 ? [undefined] : folders;
    return (await Promise.all(scopes.map(pythonFor))).flat();
  },
};

/** The path that the setting names for a folder, ready for use. */
export function settingFor(folder: vscode.WorkspaceFolder | undefined): string | undefined {
  const configuration = vscode.workspace.getConfiguration("seismograd", folder?.uri);
  const value = vscode.workspace.isTrusted
    ? configuration.get<string | null>("python")
    : configuration.inspect<string | null>("python")?.globalValue;
  if (typeof value !== "string" || value.trim() === "") {
    return undefined;
  }
  const context = { home: homedir(), folder: folder?.uri.fsPath, environment: process.env };
  return expandPath(value, context);
}

async function pythonFor(folder: vscode.WorkspaceFolder | undefined): Promise<string[]> {
  const path = settingFor(folder);
  if (path === undefined) {
    return [];
  }
  const found = isPlainName(path) ? await onPath([path], process.env.PATH) : [];
  return [found[0] ?? interpreterAt(path)];
}
