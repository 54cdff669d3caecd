import { describe, expect, it, vi } from "vitest";
import { lookOf, shortened } from "../../src/ui/serverStatus";
import { FillableTree } from "../../src/ui/trees/fillableTree";

describe("a tree that is filled", () => {
  it("shows the rows that it was last given", () => {
    const tree = new FillableTree();
    const redrawn = vi.fn();
    tree.onDidChangeTreeData(redrawn);
    expect(tree.getChildren()).toEqual([]);

    const child = { id: "1/loss", label: "loss", icon: "graph" };
    tree.fill([{ id: "1", label: "run 1", children: [child] }]);

    const [run] = tree.getChildren();
    expect(redrawn).toHaveBeenCalledOnce();
    expect(run && tree.getChildren(run)).toEqual([child]);
    expect(run && tree.getTreeItem(run)).toMatchObject({ id: "1", collapsibleState: 1 });
    expect(tree.getTreeItem(child)).toMatchObject({ iconPath: { id: "graph" } });
  });
});

describe("the look of the server's state", () => {
  it.each([
    ["running", false, 0],
    ["starting", true, 0],
    ["stopped", false, 1],
    ["missing", false, 1],
    ["failed", false, 2],
  ] as const)("%s: busy %s, severity %i", (kind, busy, severity) => {
    expect(lookOf({ kind, detail: "" })).toMatchObject({ busy, severity });
  });
});

describe("details of the state", () => {
  it("are cut between words", () => {
    expect(shortened("short", 64)).toBe("short");
    const cut = shortened(`${"word ".repeat(12)}unbreakable`, 64);
    expect(cut).toBe(`${"word ".repeat(12)}…`);
  });
});
