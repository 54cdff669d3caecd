import * as vscode from "vscode";
import { FillableTree } from "./fillableTree";

/** The trees that jobs fill; until then each view's welcome text says how to begin. */
export interface JobTrees extends vscode.Disposable {
  runs: FillableTree;
  reproductions: FillableTree;
}

export function registerJobTrees(): JobTrees {
  const runs = new FillableTree();
  const reproductions = new FillableTree();
  const views = vscode.Disposable.from(
    vscode.window.registerTreeDataProvider("seismograd.runs", runs),
    vscode.window.registerTreeDataProvider("seismograd.reproductions", reproductions),
    runs,
    reproductions,
  );
  return { runs, reproductions, dispose: () => void views.dispose() };
}
