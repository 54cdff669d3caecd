import type * as vscode from "vscode";
import type { Finding } from "./finding";
import { cellAt } from "./notebookCell";

/** The findings of one file, or of all cells of one notebook. */
export interface FileGroup {
  kind: "file";
  file: vscode.Uri;
  findings: FindingEntry[];
}

export interface FindingEntry extends Finding {
  kind: "finding";
}

/** Findings by file, files by path, findings by severity and then by place. */
export function groupByFile(findings: Finding[]): FileGroup[] {
  const groups = new Map<string, FileGroup>();
  for (const finding of findings) {
    const file = fileOf(finding.uri);
    const group = groups.get(file.toString()) ?? { kind: "file", file, findings: [] };
    group.findings.push({ ...finding, kind: "finding" });
    groups.set(file.toString(), group);
  }
  const sorted = [...groups.values()].sort((a, b) => a.file.path.localeCompare(b.file.path));
  sorted.forEach((group) => group.findings.sort(byWeightThenPlace));
  return sorted;
}

/** Cells of a notebook have addresses of their own; to people they are one file. */
function fileOf(uri: vscode.Uri): vscode.Uri {
  return cellAt(uri)?.notebook ?? uri.with({ fragment: "" });
}

function byWeightThenPlace(a: FindingEntry, b: FindingEntry): number {
  return (
    a.diagnostic.severity - b.diagnostic.severity ||
    cellNumber(a) - cellNumber(b) ||
    a.diagnostic.range.start.line - b.diagnostic.range.start.line ||
    a.diagnostic.range.start.character - b.diagnostic.range.start.character
  );
}

function cellNumber({ uri }: FindingEntry): number {
  return cellAt(uri)?.number ?? 0;
}
