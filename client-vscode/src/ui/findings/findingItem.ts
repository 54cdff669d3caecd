import * as vscode from "vscode";
import { ruleCode } from "./finding";
import type { FileGroup, FindingEntry } from "./groups";

/** A row for a file: its name, where it lies, and how much was found. */
export function fileItem(group: FileGroup): vscode.TreeItem {
  const item = new vscode.TreeItem(group.file, vscode.TreeItemCollapsibleState.Expanded);
  const folder = vscode.workspace.asRelativePath(vscode.Uri.joinPath(group.file, ".."));
  const place = folder === group.file.fsPath || folder === "." ? "" : `${folder} · `;
  item.id = group.file.toString();
  item.description = `${place}${group.findings.length}`;
  item.iconPath = vscode.ThemeIcon.File;
  item.contextValue = "file";
  return item;
}

/** A row for a finding: what is wrong, by which rule, on which line; a click goes there. */
export function findingItem({ uri, diagnostic }: FindingEntry): vscode.TreeItem {
  const item = new vscode.TreeItem(diagnostic.message);
  const code = ruleCode(diagnostic);
  const line = `Ln ${diagnostic.range.start.line + 1}`;
  item.description = code === undefined ? line : `${code} · ${line}`;
  item.tooltip = diagnostic.message;
  item.iconPath = severityIcon(diagnostic.severity);
  item.contextValue = "finding";
  item.command = {
    command: "vscode.open",
    title: "Go to Finding",
    arguments: [uri, { selection: diagnostic.range, preserveFocus: false, preview: true }],
  };
  return item;
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
