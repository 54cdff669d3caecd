import * as vscode from "vscode";

/** The open folders that lie on a disk. */
export function fileFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
}

/** Whether a folder is open, but none that a server could read. */
export function isAllVirtual(): boolean {
  return virtualFolders().length > 0 && fileFolders().length === 0;
}

/** The open folders that no Python process can read. */
export function virtualFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== "file");
}
