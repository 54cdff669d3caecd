import * as vscode from "vscode";
import { counted } from "../counted";
import { currentFindings } from "./finding";
import { fileItem, findingItem } from "./findingItem";
import { groupByFile, type FileGroup, type FindingEntry } from "./groups";

type Node = FileGroup | FindingEntry;

/** Typing changes diagnostics many times a second; people do not read that fast. */
const SETTLE_MS = 150;

/** The findings that the editor shows now, by file. */
export class FindingsTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  private readonly listening: vscode.Disposable;
  private pending: NodeJS.Timeout | undefined;
  private groups: FileGroup[] = groupByFile(currentFindings());

  readonly onDidChangeTreeData = this.changes.event;

  constructor() {
    this.listening = vscode.languages.onDidChangeDiagnostics(() => this.refreshSoon());
  }

  /** One line on the whole, for the head of the view. */
  get summary(): string {
    const count = this.groups.reduce((sum, group) => sum + group.findings.length, 0);
    return count === 0 ? "" : `${count} in ${counted(this.groups.length, "file")}`;
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) {
      return this.groups;
    }
    return node.kind === "file" ? node.findings : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return node.kind === "file" ? fileItem(node) : findingItem(node);
  }

  dispose(): void {
    clearTimeout(this.pending);
    vscode.Disposable.from(this.listening, this.changes).dispose();
  }

  private refreshSoon(): void {
    this.pending ??= setTimeout(() => {
      this.pending = undefined;
      this.refresh();
    }, SETTLE_MS);
  }

  private refresh(): void {
    const had = this.groups.length > 0;
    this.groups = groupByFile(currentFindings());
    if (had || this.groups.length > 0) {
      this.changes.fire();
    }
  }
}

/** The Findings view in the Seismograd container. */
export function registerFindingsView(): vscode.Disposable {
  const tree = new FindingsTree();
  const view = vscode.window.createTreeView("seismograd.findings", {
    treeDataProvider: tree,
    showCollapseAll: true,
  });
  const describe = (): void => {
    view.description = tree.summary;
  };
  describe();
  return vscode.Disposable.from(view, tree.onDidChangeTreeData(describe), tree);
}
