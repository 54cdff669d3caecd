import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { ruleCode } from "../../src/ui/findings/finding";
import { findingItem } from "../../src/ui/findings/findingItem";
import { FindingsTree } from "../../src/ui/findings/findingsTree";
import { groupByFile } from "../../src/ui/findings/groups";

function diagnostic(line: number, severity: vscode.DiagnosticSeverity, source = "seismograd") {
  const found = new vscode.Diagnostic(new vscode.Range(line, 4, line, 9), `on ${line}`, severity);
  found.source = source;
  found.code = { value: "SG101", target: vscode.Uri.parse("seismograd:/rules/SG101.md") };
  return found;
}

const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
const shown = vi.mocked(vscode.languages.getDiagnostics as () => unknown);
const changed = (vscode.languages as unknown as { diagnostics: vscode.EventEmitter<void> })
  .diagnostics;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("groups of findings", () => {
  it("are files by path, with the heaviest and topmost first", () => {
    const found = [
      { uri: vscode.Uri.file("/project/b.py"), diagnostic: diagnostic(9, warning) },
      { uri: vscode.Uri.file("/project/a.py"), diagnostic: diagnostic(7, warning) },
      { uri: vscode.Uri.file("/project/a.py"), diagnostic: diagnostic(8, error) },
      { uri: vscode.Uri.file("/project/a.py"), diagnostic: diagnostic(2, warning) },
    ];
    const groups = groupByFile(found).map(({ file, findings }) => [
      file.path,
      ...findings.map((each) => each.diagnostic.range.start.line),
    ]);
    expect(groups).toEqual([
      ["/project/a.py", 8, 2, 7],
      ["/project/b.py", 9],
    ]);
  });

  it("put all cells of a notebook into one", () => {
    const cell = (name: string) =>
      vscode.Uri.parse(`vscode-notebook-cell:/project/n.ipynb#${name}`);
    const cells = ["c9", "c1"].map((name) => ({ document: { uri: cell(name) } }));
    const notebook = { uri: vscode.Uri.file("/project/n.ipynb"), getCells: () => cells };
    Object.assign(vscode.workspace, { notebookDocuments: [notebook] });
    const groups = groupByFile([
      { uri: cell("c1"), diagnostic: diagnostic(0, error) },
      { uri: cell("c9"), diagnostic: diagnostic(1, error) },
    ]);
    expect(groups).toHaveLength(1);
    expect(groups[0]?.file.toString()).toBe("file:///project/n.ipynb");
    const items = groups[0]?.findings.map(findingItem);
    expect(items?.map(({ description }) => description)).toEqual(["Cell 1, Ln 2", "Cell 2, Ln 1"]);
  });
});

describe("the tree of findings", () => {
  it("follows the editor's diagnostics and leaves out those of others", () => {
    shown.mockReturnValue([]);
    const tree = new FindingsTree();
    const redrawn = vi.fn();
    tree.onDidChangeTreeData(redrawn);
    expect(tree.getChildren()).toEqual([]);

    const uri = vscode.Uri.file("/project/a.py");
    const run = diagnostic(3, warning, "seismograd (run)");
    shown.mockReturnValue([[uri, [diagnostic(1, error), diagnostic(2, error, "Ruff"), run]]]);
    changed.fire();
    changed.fire();
    vi.runAllTimers();

    expect(redrawn).toHaveBeenCalledOnce();
    expect(tree.summary).toBe("2 in 1 file");
    const [file] = tree.getChildren();
    expect(file && tree.getChildren(file)).toHaveLength(2);
    tree.dispose();
  });

  it("stays still while others' diagnostics change and there is nothing of ours", () => {
    shown.mockReturnValue([]);
    const tree = new FindingsTree();
    const redrawn = vi.fn();
    tree.onDidChangeTreeData(redrawn);
    changed.fire();
    vi.runAllTimers();
    expect(redrawn).not.toHaveBeenCalled();
    tree.dispose();
  });

  it("says in which folder a file lies, but not for the top", () => {
    const files = ["/project/a.py", "/project/src/nets/b.py"].map((path) => vscode.Uri.file(path));
    shown.mockReturnValue(files.map((uri) => [uri, [diagnostic(1, error)]]));
    const tree = new FindingsTree();
    const described = tree.getChildren().map((file) => tree.getTreeItem(file).description);
    expect(described).toEqual(["", "src/nets"]);
    tree.dispose();
  });

  it("has rows with rule, line and icon that lead to the place", () => {
    const uri = vscode.Uri.file("/project/a.py");
    const found = diagnostic(11, warning);
    shown.mockReturnValue([[uri, [found]]]);
    const tree = new FindingsTree();
    const [file] = tree.getChildren();
    const [row] = file ? tree.getChildren(file) : [];
    const item = row && tree.getTreeItem(row);
    expect(item).toMatchObject({
      label: "SG101 on 11",
      description: "Ln 12",
      iconPath: { id: "warning" },
      contextValue: "finding",
      command: { command: "vscode.open", arguments: [uri, { selection: found.range }] },
    });
    tree.dispose();
  });
});

describe("the code of a rule", () => {
  it("is read from both forms", () => {
    const plain = diagnostic(0, error);
    plain.code = "SG7";
    expect([ruleCode(plain), ruleCode(diagnostic(0, error))]).toEqual(["SG7", "SG101"]);
  });
});
