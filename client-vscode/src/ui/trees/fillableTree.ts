import * as vscode from "vscode";

/** A row of a tree, made of plain data; rows with an id keep their state when refilled. */
export interface Row {
  id: string;
  label: string;
  description?: string;
  tooltip?: string;
  icon?: string;
  contextValue?: string;
  command?: vscode.Command;
  children?: Row[];
}

/** A tree that shows the rows it was last given. */
export class FillableTree implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  private rows: readonly Row[] = [];

  readonly onDidChangeTreeData = this.changes.event;

  fill(rows: readonly Row[]): void {
    this.rows = rows;
    this.changes.fire();
  }

  getChildren(row?: Row): Row[] {
    return [...(row === undefined ? this.rows : (row.children ?? []))];
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const state = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(row.label, row.children ? state.Collapsed : state.None);
    const { id, description, tooltip, contextValue, command } = row;
    Object.assign(item, { id, description, tooltip, contextValue, command });
    if (row.icon !== undefined) {
      item.iconPath = new vscode.ThemeIcon(row.icon);
    }
    return item;
  }

  dispose(): void {
    this.changes.dispose();
  }
}
