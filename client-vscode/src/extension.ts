import type * as vscode from "vscode";

export function activate(_context: vscode.ExtensionContext): void {
  return;
}
