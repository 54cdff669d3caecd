import * as vscode from "vscode";
import { FillableTree } from "./fillableTree";

/** The trees that jobs fill; until then each view's welcome text says how to begin. */
export interface JobTrees extends vscode.Disposable {
  runs: FillableTree;
  repairs: FillableTree;
  reproductions: FillableTree;
}

export function registerJobTrees(): JobTrees {
  const runs = new FillableTree();
  const repairs = new FillableTree();
  const reproductions = new FillableTree();
  const views = vscode.Disposable.from(
    vscode.window.registerTreeDataProvider("seismograd.runs", runs),
    vscode.window.registerTreeDataProvider("seismograd.repairs", repairs),
    vscode.window.registerTreeDataProvider("seismograd.reproductions", reproductions),
    runs,
    repairs,
    reproductions,
  );
  return { runs, repairs, reproductions, dispose: () => void views.dispose() };
}
