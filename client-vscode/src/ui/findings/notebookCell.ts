import * as vscode from "vscode";

/** A cell of an open notebook, counted from one as in Seismograd's other outputs. */
export interface NotebookCell {
  notebook: vscode.Uri;
  number: number;
}

/** The cell that has an address; undefined where the address is not that of an open cell. */
export function cellAt(uri: vscode.Uri): NotebookCell | undefined {
  if (uri.scheme !== "vscode-notebook-cell") {
    return undefined;
  }
  const holding = vscode.workspace.notebookDocuments.map((notebook) => ({
    notebook: notebook.uri,
    number: 1 + notebook.getCells().findIndex(({ document }) => isSame(document.uri, uri)),
  }));
  return holding.find(({ number }) => number > 0);
}

function isSame(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.toString() === other.toString();
}
