import * as vscode from "vscode";
import { PAGE_SCHEME, understoodDocument } from "./pageAddress";
import { placesInTables, type PlaceInText } from "./placesInTables";

/** Make every place on a page about a document a link to it. */
export function registerPlaceLinks(): vscode.Disposable {
  return vscode.languages.registerDocumentLinkProvider(
    { scheme: PAGE_SCHEME, pattern: "/understood/**" },
    { provideDocumentLinks: linksIn },
  );
}

function linksIn(page: vscode.TextDocument): vscode.DocumentLink[] {
  const about = understoodDocument(page.uri);
  if (about === undefined) {
    return [];
  }
  return placesInTables(page.getText()).map((place) => {
    const range = new vscode.Range(place.row, place.start, place.row, place.end);
    return new vscode.DocumentLink(range, target(place, about));
  });
}

function target(place: PlaceInText, about: vscode.Uri): vscode.Uri {
  const file = place.file === undefined ? about : fileNamed(place.file, about);
  return place.cell === undefined
    ? file.with({ fragment: `L${place.line}` })
    : cellOf(file, place.cell);
}

/** Cells have addresses of their own while their notebook is open. */
function cellOf(notebook: vscode.Uri, number: number): vscode.Uri {
  const open = vscode.workspace.notebookDocuments.find(
    ({ uri }) => uri.toString() === notebook.toString(),
  );
  return open?.getCells()[number - 1]?.document.uri ?? notebook;
}

/** Names are absolute, or relative to the folder that holds the document. */
function fileNamed(name: string, about: vscode.Uri): vscode.Uri {
  if (/^(?:\/|[A-Za-z]:)/.test(name)) {
    return vscode.Uri.file(name);
  }
  const folder = vscode.workspace.getWorkspaceFolder(about)?.uri;
  return vscode.Uri.joinPath(folder ?? vscode.Uri.joinPath(about, ".."), name);
}
