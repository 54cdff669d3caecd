import * as vscode from "vscode";

/** The open folders that lie on a disk. */
export function fileFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
}

/** The open folders that no Python process can read. */
export function virtualFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== "file");
}
