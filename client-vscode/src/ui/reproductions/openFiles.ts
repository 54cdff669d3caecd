import * as vscode from "vscode";
import type { Reproduction } from "./reproduction";
import type { ReproductionsView } from "./reproductionsView";

/** The reproduction of the row that a command was called on, also from one of its parts. */
export function reproductionId(given: unknown): string {
  const id = typeof given === "object" && given !== null && "id" in given ? given.id : given;
  if (typeof id !== "string") {
    throw new Error("choose a reproduction in the Reproductions view.");
  }
  return id.split("/")[0] ?? id;
}

export async function openScript(view: ReproductionsView, given: unknown): Promise<void> {
  const { script } = found(view, given);
  if (script === null) {
    throw new Error("there is no script: nothing was reproduced.");
  }
  await vscode.window.showTextDocument(vscode.Uri.file(script));
}

/** The report to be pasted into the issue. */
export async function openWriteUp(view: ReproductionsView, given: unknown): Promise<void> {
  const { writeUp } = found(view, given);
  if (writeUp === null) {
    throw new Error("there is no report yet.");
  }
  await vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.file(writeUp));
}

function found(view: ReproductionsView, given: unknown): Reproduction {
  const reproduction = view.find(reproductionId(given));
  if (reproduction === undefined) {
    throw new Error("the reproduction is no longer there.");
  }
  return reproduction;
}
