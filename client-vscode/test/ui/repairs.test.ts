import * as vscode from "vscode";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Job } from "../../src/ui/jobs/job";
import { trackJobs } from "../../src/ui/jobs/jobTracker";
import { patchName, repairId, type Repair } from "../../src/ui/repairs/repair";
import { Repairer } from "../../src/ui/repairs/repairer";
import { repairRows } from "../../src/ui/repairs/repairRows";
import { RepairsView } from "../../src/ui/repairs/repairsView";
import { applyPatch, cancelRepair, revertPatch } from "../../src/ui/repairs/rowCommands";
import { FillableTree, type Row } from "../../src/ui/trees/fillableTree";
import { FakeSession } from "../fakes/session";

const NOW = new Date("2026-01-02T12:00:00");
const SUMMARY = "lr 1e-06 -> 0.001 (val accuracy 0.41 -> 0.93, 6 seeds, p 0.016)";
const STARTED = { job: "j1", repair: "r1", path: "/project/.seismograd/repairs/r1" };

function repair(change: Partial<Repair> = {}): Repair {
  return {
    id: "r1",
    path: STARTED.path,
    title: "train.py",
    status: "repaired",
    sentence: `Verified patch: ${SUMMARY}.`,
    started: "2026-01-02T11:00:00",
    objective: "val accuracy (max)",
    patches: [
      {
        number: 1,
        summary: SUMMARY,
        verified: true,
        state: "ready",
        changes: [{ name: "lr", old: "1e-06", new: "0.001", contribution: 0.52 }],
        places: [{ path: "/project/train.py", line: 9 }],
      },
    ],
    trials: [
      { number: 1, changes: "lr 0.001", value: 0.93, outcome: "finished", seconds: 1.5 },
      { number: 2, changes: "lr 10", value: null, outcome: "stopped loss-diverges", seconds: 0.5 },
    ],
    report: `${STARTED.path}/report.html`,
    ...change,
  };
}

function job(change: Partial<Job> = {}): Job {
  const base = { id: "j1", kind: "repair", title: "Repair train.py", message: null };
  return { ...base, percentage: null, state: "running", ...change };
}

function row(change: Partial<Repair> = {}, ours: string[] = []): Row {
  const [only] = repairRows([repair(change)], new Set(ours), NOW);
  if (only === undefined) {
    throw new Error("there is no row");
  }
  return only;
}

function patchRow(state: "ready" | "applied" | "changed", verified = true): Row | undefined {
  const patches = repair().patches.map((patch) => ({ ...patch, state, verified }));
  return row({ patches }).children?.find(({ id }) => id === "r1/patch/1");
}

/** A session that knows one repair. */
function known(change: Partial<Repair> = {}) {
  const answers: Record<string, unknown> = {
    "seismograd.repairs": [repair(change)],
    "seismograd.repair": STARTED,
    "seismograd.applyPatch": { applied: true },
    "seismograd.revertPatch": { reverted: true },
  };
  const fake = new FakeSession({ "seismograd/cancelJob": { cancelled: true } });
  const request = fake.request;
  fake.request = async (method, params) => {
    const answer = await request(method, params);
    const { command } = params as { command?: string };
    return command === undefined ? answer : answers[command];
  };
  const { jobs } = trackJobs(fake.session);
  const tree = new FillableTree();
  return { fake, jobs, tree, view: new RepairsView(fake.session, tree, jobs) };
}

function asked(fake: FakeSession, command: string): unknown[] {
  return fake.asked
    .map(({ params }) => params as { command?: string; arguments?: unknown[] })
    .filter((params) => params.command === command)
    .map((params) => params.arguments?.[0]);
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.useRealTimers();
  Object.assign(vscode.window, { activeTextEditor: undefined });
});

describe("the rows of repairs", () => {
  it("have a title, a status and an icon of it", () => {
    const time = new Date("2026-01-02T11:00:00").toLocaleTimeString();
    expect(row()).toMatchObject({ label: "train.py", icon: "pass" });
    expect(row().description).toBe(`verified patch, ${time}`);
    const nothing = row({ status: "nothing-better", started: null });
    expect(nothing).toMatchObject({ description: "nothing better than noise", icon: "circle-outline" });
  });

  it("have patches with their contributions, and the trials", () => {
    expect(row().children?.map(({ label }) => label)).toEqual([
      `Verified patch: ${SUMMARY}.`,
      "Objective",
      SUMMARY,
      "Trials",
    ]);
    expect(patchRow("ready")?.children).toMatchObject([
      { label: "lr 1e-06 -> 0.001", description: "contributes 0.52" },
    ]);
    const trials = row().children?.find(({ label }) => label === "Trials")?.children;
    expect(trials?.map(({ label, description }) => [label, description])).toEqual([
      ["1. lr 0.001", "0.93, finished, 1.5 s"],
      ["2. lr 10", "stopped loss-diverges, 0.5 s"],
    ]);
  });

  it("offer what can be done with a patch", () => {
    expect(patchRow("ready")).toMatchObject({ description: "verified", contextValue: "patch ready" });
    expect(patchRow("applied")?.description).toBe("verified, applied");
    expect(patchRow("changed")?.description).toBe("verified, code changed since");
    expect(patchRow("ready", false)?.contextValue).toBe("unverifiedPatch");
  });

  it("offer what can be done with a repair", () => {
    expect(row().contextValue).toBe("repair report");
    expect(row({ report: null }).contextValue).toBe("repair");
    expect(row({ status: "running" }, ["r1"]).contextValue).toBe("runningRepair");
    expect(row({ status: "running" }).contextValue).toBe("repairElsewhere");
  });

  it("have ids that name their repair and their patch, each another", () => {
    const all = (one: Row): string[] => [one.id, ...(one.children ?? []).flatMap(all)];
    const ids = all(row());
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids.map((id) => repairId({ id })))).toEqual(new Set(["r1"]));
    expect(patchName({ id: "r1/patch/2" })).toEqual({ id: "r1", patch: 2 });
    expect(patchName({ id: "r1", patch: 3 })).toEqual({ id: "r1", patch: 3 });
    expect(() => patchName({ id: "r1" })).toThrow("choose a patch");
    expect(() => repairId(undefined)).toThrow("choose a repair");
  });
});

describe("the Repairs view", () => {
  it("looks again when a file that a patch changes is edited", async () => {
    vi.useFakeTimers();
    const { fake, view } = known();
    await vi.advanceTimersByTimeAsync(1000);
    expect(fake.asked).toHaveLength(1);
    const texts = (vscode.workspace as unknown as { texts: vscode.EventEmitter<unknown> }).texts;
    texts.fire({ document: { uri: vscode.Uri.file("/project/other.py") } });
    await vi.advanceTimersByTimeAsync(1000);
    expect(fake.asked).toHaveLength(1);
    texts.fire({ document: { uri: vscode.Uri.file("/project/train.py") } });
    await vi.advanceTimersByTimeAsync(1000);
    expect(fake.asked).toHaveLength(2);
    view.dispose();
  });
});

describe("repairing", () => {
  function repairing(change: Partial<Repair> = {}) {
    const all = known(change);
    vi.mocked(vscode.window.withProgress).mockImplementation((_options, work) =>
      work({ report: vi.fn() }, {
        onCancellationRequested: () => ({ dispose: vi.fn() }),
      } as unknown as vscode.CancellationToken),
    );
    const tell = vi.mocked(vscode.window.showInformationMessage) as unknown as ReturnType<
      typeof vi.fn
    >;
    return { ...all, tell, repairer: new Repairer(all.fake.session, all.jobs, all.view) };
  }

  it("saves everything, searches, and offers to apply what was found", async () => {
    const { fake, jobs, view, tell, repairer } = repairing();
    await repairer.repair("file:///project/train.py");
    expect(vscode.workspace.saveAll).toHaveBeenCalledWith(false);
    expect(asked(fake, "seismograd.repair")).toEqual([{ uri: "file:///project/train.py" }]);
    expect(view.jobOf("r1")).toBe("j1");
    tell.mockResolvedValueOnce("Apply");
    jobs.take(job({ state: "done", message: `Verified patch: ${SUMMARY}.` }));
    await vi.waitFor(() =>
      expect(vscode.commands.executeCommand).toHaveBeenCalledWith(
        "seismograd.applyPatchOfRepair",
        { id: "r1", patch: 1 },
      ),
    );
    const text = `Seismograd: Repair train.py: Verified patch: ${SUMMARY}.`;
    expect(tell).toHaveBeenCalledWith(text, "Apply", "Open Report");
  });

  it("says as clearly that nothing is better", async () => {
    const { jobs, tell, repairer } = repairing({ status: "nothing-better", patches: [] });
    await repairer.again("r1");
    const message = "No verified patch: 20 trials: nothing better than noise.";
    jobs.take(job({ state: "done", message }));
    await vi.waitFor(() =>
      expect(tell).toHaveBeenCalledWith(`Seismograd: Repair train.py: ${message}`, "Open Report"),
    );
  });

  it("says nothing more to whoever has cancelled it", async () => {
    const { fake, jobs, view, tell, repairer } = repairing();
    await repairer.again("r1");
    expect(asked(fake, "seismograd.repair")).toEqual([{ id: "r1" }]);
    await cancelRepair(fake.session, view, { id: "r1/trials" });
    expect(fake.asked).toContainEqual({ method: "seismograd/cancelJob", params: { id: "j1" } });
    jobs.take(job({ state: "cancelled" }));
    await vi.waitFor(() => expect(asked(fake, "seismograd.repairs").length).toBeGreaterThan(0));
    expect(tell).not.toHaveBeenCalled();
  });

  it("needs a script", async () => {
    const { fake, repairer } = repairing();
    await expect(repairer.repair()).rejects.toThrow("open a Python script first");
    expect(asked(fake, "seismograd.repair")).toEqual([]);
  });
});

describe("a patch", () => {
  it("is applied and reverted by the server, and the tree shows it", async () => {
    const { fake, tree, view } = known();
    await applyPatch(fake.session, view, { id: "r1/patch/1" });
    await revertPatch(fake.session, view, { id: "r1", patch: 1 });
    const name = { id: "r1", patch: 1 };
    expect(asked(fake, "seismograd.applyPatch")).toEqual([name]);
    expect(asked(fake, "seismograd.revertPatch")).toEqual([name]);
    expect(tree.getChildren().map(({ id }) => id)).toEqual(["r1"]);
    view.dispose();
  });
});
