import * as vscode from "vscode";

const PREVIEW = "vscode.markdown.preview.editor";

/** The rendered page; its text where the editor has no Markdown preview. */
export async function showPage(page: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand("vscode.openWith", page, PREVIEW);
  } catch {
    await vscode.commands.executeCommand("vscode.open", page);
  }
}
