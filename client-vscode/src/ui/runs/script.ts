import * as vscode from "vscode";

/** The script of a menu or a lens, or the one that is being edited. */
export function chosenScript(given: unknown): vscode.Uri {
  return scriptOf(given) ?? activeScript();
}

/** Menus give an object, lenses the text of an address. */
function scriptOf(given: unknown): vscode.Uri | undefined {
  return typeof given === "string"
    ? vscode.Uri.parse(given, true)
    : given instanceof vscode.Uri
      ? given
      : undefined;
}

function activeScript(): vscode.Uri {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== "python") {
    throw new Error("open a Python script first, or choose one in the explorer.");
  }
  return document.uri;
}
