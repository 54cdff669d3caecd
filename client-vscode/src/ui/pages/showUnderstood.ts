import * as vscode from "vscode";
import { cellAt } from "../findings/notebookCell";
import { PAGE_SCHEME, understoodDocument, understoodUri } from "./pageAddress";
import type { PageProvider } from "./pageProvider";

const SETTLE_MS = 600;

/** Show beside the active file what Seismograd has understood of it. */
export async function showUnderstood(): Promise<void> {
  const document = activePythonDocument();
  if (document === undefined) {
    throw new Error("open a Python file or a notebook first.");
  }
  const page = await vscode.workspace.openTextDocument(understoodUri(document));
  await vscode.window.showTextDocument(page, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    preview: true,
  });
}

function activePythonDocument(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId === "python") {
    // A notebook is understood as a whole, whichever of its cells has the cursor.
    return cellAt(document.uri)?.notebook ?? document.uri;
  }
  if (document?.uri.scheme === PAGE_SCHEME) {
    return understoodDocument(document.uri);
  }
  return vscode.window.activeNotebookEditor?.notebook.uri;
}

/** Keep open pages in step with the files that they are about. */
export function followEdits(pages: PageProvider): vscode.Disposable {
  let pending: NodeJS.Timeout | undefined;
  const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document.languageId !== "python") {
      return;
    }
    clearTimeout(pending);
    pending = setTimeout(() => pages.refresh(isUnderstood), SETTLE_MS);
  });
  return new vscode.Disposable(() => {
    clearTimeout(pending);
    listening.dispose();
  });
}

/** Any edit may change what is understood elsewhere: values are followed across files. */
function isUnderstood(page: vscode.Uri): boolean {
  return understoodDocument(page) !== undefined;
}
