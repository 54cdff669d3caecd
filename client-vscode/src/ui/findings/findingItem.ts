import * as vscode from "vscode";
import { ruleCode } from "./finding";
import type { FileGroup, FindingEntry } from "./groups";
import { cellAt } from "./notebookCell";

/** A row for a file: its name and the folder it lies in; the editor itself adds the number. */
export function fileItem(group: FileGroup): vscode.TreeItem {
  const item = new vscode.TreeItem(group.file, vscode.TreeItemCollapsibleState.Expanded);
  const [, folder = ""] = /^(.*)[\\/]/.exec(vscode.workspace.asRelativePath(group.file)) ?? [];
  item.id = group.file.toString();
  item.description = folder;
  item.iconPath = vscode.ThemeIcon.File;
  item.contextValue = "file";
  return item;
}

/** A row for a finding: the rule, what is wrong, on which line; a click goes there. */
export function findingItem({ uri, diagnostic }: FindingEntry): vscode.TreeItem {
  const item = new vscode.TreeItem(`${ruleCode(diagnostic) ?? ""} ${diagnostic.message}`.trim());
  item.description = placeText(uri, diagnostic.range.start.line + 1);
  item.tooltip = diagnostic.message;
  item.iconPath = severityIcon(diagnostic.severity);
  item.contextValue = ruleCode(diagnostic) === undefined ? "runFinding" : "finding";
  item.command = {
    command: "vscode.open",
    title: "Go to Finding",
    arguments: [uri, { selection: diagnostic.range, preserveFocus: false, preview: true }],
  };
  return item;
}

function placeText(uri: vscode.Uri, line: number): string {
  const cell = cellAt(uri);
  return cell === undefined ? `Ln ${line}` : `Cell ${cell.number}, Ln ${line}`;
}

function severityIcon(severity: vscode.DiagnosticSeverity): vscode.ThemeIcon {
  const icon = (name: string, colour: string): vscode.ThemeIcon =>
    new vscode.ThemeIcon(name, new vscode.ThemeColor(colour));
  switch (severity) {
    case vscode.DiagnosticSeverity.Error:
      return icon("error", "problemsErrorIcon.foreground");
    case vscode.DiagnosticSeverity.Warning:
      return icon("warning", "problemsWarningIcon.foreground");
    case vscode.DiagnosticSeverity.Information:
      return icon("info", "problemsInfoIcon.foreground");
    case vscode.DiagnosticSeverity.Hint:
      return new vscode.ThemeIcon("lightbulb");
  }
}
