import { beforeEach, describe, expect, it, vi } from "vitest";
import { trackJobs } from "../../src/ui/jobs/jobTracker";
import { RepairsView } from "../../src/ui/repairs/repairsView";
import { ReproductionsView } from "../../src/ui/reproductions/reproductionsView";
import { RunsView } from "../../src/ui/runs/runsView";
import { lookOf, shortened } from "../../src/ui/serverStatus";
import { FillableTree } from "../../src/ui/trees/fillableTree";
import { FakeSession } from "../fakes/session";

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

describe.each([
  ["runs", RunsView],
  ["repairs", RepairsView],
  ["reproductions", ReproductionsView],
])("a view of %s that are kept", (plural, View) => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  function viewed() {
    const fake = new FakeSession({ "workspace/executeCommand": [] });
    const tree = new FillableTree();
    const { jobs } = trackJobs(fake.session);
    return { fake, tree, view: new View(fake.session, tree, jobs) };
  }

  it("keeps its rows where they cannot be listed, and logs why", async () => {
    const { fake, tree, view } = viewed();
    tree.fill([{ id: "1", label: "kept" }]);
    fake.request = () => Promise.reject(new Error("no answer"));
    await view.refresh();
    expect(tree.getChildren()).toHaveLength(1);
    expect(fake.log.warn).toHaveBeenCalledWith(
      `the ${plural} could not be listed: Error: no answer`,
    );
    view.dispose();
  });

  it("looks again when the server has started anew", async () => {
    const { fake, view } = viewed();
    await vi.advanceTimersByTimeAsync(1000);
    fake.states.fire({ kind: "running", detail: "" });
    fake.states.fire({ kind: "running", detail: "" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(fake.asked.map(({ params }) => params)).toEqual(
      Array(2).fill({ command: `seismograd.${plural}`, arguments: [] }),
    );
    view.dispose();
  });

  it("asks nothing once it is gone", async () => {
    const { fake, view } = viewed();
    view.dispose();
    await vi.advanceTimersByTimeAsync(1000);
    expect(fake.asked).toEqual([]);
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
