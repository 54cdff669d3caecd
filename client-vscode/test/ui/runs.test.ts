import { beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import type { Job } from "../../src/ui/jobs/job";
import { trackJobs } from "../../src/ui/jobs/jobTracker";
import { panelPage } from "../../src/ui/runs/panelPage";
import { cancelRun, diagnoseRun, openDiagnosis, runId } from "../../src/ui/runs/rowCommands";
import type { Run, RunSummary, StartedRun } from "../../src/ui/runs/run";
import type { RunPanels } from "../../src/ui/runs/runPanels";
import { runRows } from "../../src/ui/runs/runRows";
import { ScriptRunner } from "../../src/ui/runs/runScript";
import type { RunTerminal } from "../../src/ui/runs/runTerminal";
import { RunsView } from "../../src/ui/runs/runsView";
import { durationText, numberText, sizeText } from "../../src/ui/runs/shown";
import { words } from "../../src/ui/runs/words";
import { FillableTree } from "../../src/ui/trees/fillableTree";
import { alarmItems, factRows, symptomItems } from "../../webview/texts";
import { FakeSession } from "../fakes/session";

const STARTED: StartedRun = { job: "j1", run: "r1", path: "/project/.seismograd/runs/r1" };
const NOW = new Date("2026-01-02T12:00:00");

function run(change: Partial<Run> = {}): Run {
  return {
    id: "r1",
    path: "/project/.seismograd/runs/r1",
    title: "train.py",
    state: "finished",
    sentence: "The run finished.",
    started: "2026-01-02T11:00:00",
    seconds: 3,
    steps: 10,
    loss: 0.123456,
    sandbox: "process",
    ...change,
  };
}

function job(change: Partial<Job> = {}): Job {
  const base = { id: "j1", kind: "run", title: "Run train.py", message: null, percentage: null };
  return { ...base, state: "running", ...change };
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.useRealTimers();
});

describe("the rows of runs", () => {
  it("have the time, the last loss and an icon of their state", () => {
    const [row] = runRows([run()], new Set(), NOW);
    expect(row?.description).toBe(`${new Date("2026-01-02T11:00:00").toLocaleTimeString()}, loss 0.1235`);
    expect(row).toMatchObject({ id: "r1", label: "train.py", icon: "pass", contextValue: "run" });
    expect(row?.tooltip).toBe("The run finished.\n10 steps\n3.0 s in process\n/project/.seismograd/runs/r1");
  });

  it("have the date where a run is older, and nothing that is not known", () => {
    const [row] = runRows([run({ started: "2025-05-01T11:00:00", loss: null })], new Set(), NOW);
    expect(row?.description).toBe(new Date("2025-05-01T11:00:00").toLocaleDateString());
    expect(runRows([run({ started: "?", loss: "nan" })], new Set(), NOW)[0]?.description).toBe("loss nan");
  });

  it("can be cancelled where the run is one of this window and goes on", () => {
    const value = (state: Run["state"], ours: string[]): string | undefined =>
      runRows([run({ state })], new Set(ours), NOW)[0]?.contextValue;
    expect(value("running", ["r1"])).toBe("runningRun");
    expect(value("running", [])).toBe("run");
    expect(value("failed", ["r1"])).toBe("run");
  });
});

describe("the Runs view", () => {
  it("is filled anew when a run begins or ends, once for many events", async () => {
    vi.useFakeTimers();
    const fake = new FakeSession({ "workspace/executeCommand": [run()] });
    const { jobs } = trackJobs(fake.session);
    const tree = new FillableTree();
    const view = new RunsView(fake.session, tree, jobs);
    view.adopt(STARTED);
    jobs.take(job());
    jobs.take(job({ state: "done" }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(fake.asked).toHaveLength(1);
    expect(tree.getChildren().map(({ id }) => id)).toEqual(["r1"]);
    jobs.take(job({ id: "d", kind: "diagnose" }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(fake.asked).toHaveLength(2);
    jobs.take(job({ id: "c", kind: "check" }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(fake.asked).toHaveLength(2);
    view.dispose();
  });

  it("asks nobody where no server runs", async () => {
    const fake = new FakeSession();
    fake.state = { kind: "failed", detail: "" };
    const view = new RunsView(fake.session, new FillableTree(), trackJobs(fake.session).jobs);
    await view.refresh();
    expect(fake.asked).toEqual([]);
    view.dispose();
  });
});

describe("running a script", () => {
  function runner(answer: unknown = STARTED) {
    const fake = new FakeSession({
      "workspace/executeCommand": answer,
      "seismograd/cancelJob": { cancelled: true },
    });
    const { jobs } = trackJobs(fake.session);
    const [adopt, open] = [vi.fn(), vi.fn()];
    const view = { adopt } as unknown as RunsView;
    const panels = { open } as unknown as RunPanels;
    return { fake, jobs, adopt, open, runner: new ScriptRunner(fake.session, jobs, view, panels) };
  }

  function terminalShown(): { text: string[]; pty: RunTerminal } {
    const [options] = vi.mocked(vscode.window.createTerminal).mock.calls[0] ?? [];
    const { pty } = options as unknown as { pty: RunTerminal };
    const text: string[] = [];
    pty.onDidWrite((piece) => text.push(piece));
    pty.open();
    return { text, pty };
  }

  it("asks the server, opens a terminal and a panel, and shows output that came early", async () => {
    const { fake, jobs, adopt, open, runner: scripts } = runner();
    fake.hear("seismograd/runOutput", { run: "r1", stream: "stdout", text: "early\n" });
    await scripts.run(vscode.Uri.file("/project/train.py"), ["--epochs", "3"]);
    expect(fake.asked[0]?.params).toEqual({
      command: "seismograd.run",
      arguments: [{ uri: "file:///project/train.py", arguments: ["--epochs", "3"] }],
    });
    expect(adopt).toHaveBeenCalledWith(STARTED);
    expect(open).toHaveBeenCalledWith("r1", true);
    const { text } = terminalShown();
    fake.hear("seismograd/runOutput", { run: "r1", stream: "stdout", text: "late\r\n" });
    jobs.take(job({ state: "done", message: "The run\x1b[2J finished." }));
    expect(text.slice(0, 2)).toEqual(["early\r\n", "late\r\n"]);
    expect(text[2]).toContain("The run [2J finished.");
  });

  it("is diagnosed in the same way, also from a lens, which gives an address as text", async () => {
    const { fake, adopt, open, runner: scripts } = runner();
    await scripts.diagnose("file:///project/train.py");
    expect(fake.asked[0]?.params).toEqual({
      command: "seismograd.diagnose",
      arguments: [{ uri: "file:///project/train.py", arguments: [] }],
    });
    expect(adopt).toHaveBeenCalledWith(STARTED);
    expect(open).toHaveBeenCalledWith("r1", true);
  });

  it("ends the run when somebody presses Ctrl+C in its terminal", async () => {
    const { fake, runner: scripts } = runner();
    await scripts.run(vscode.Uri.file("/project/train.py"));
    terminalShown().pty.handleInput("\x03");
    expect(fake.asked.at(-1)).toEqual({ method: "seismograd/cancelJob", params: { id: "j1" } });
  });

  it("takes the active script where none is named, and saves it", async () => {
    const { runner: scripts, fake } = runner();
    const uri = vscode.Uri.file("/project/a.py");
    const document = { uri, languageId: "python", isDirty: true, save: vi.fn(() => Promise.resolve(true)) };
    Object.assign(vscode.window, { activeTextEditor: { document } });
    Object.assign(vscode.workspace, { textDocuments: [document] });
    await scripts.run();
    expect(document.save).toHaveBeenCalledOnce();
    expect(JSON.stringify(fake.asked[0]?.params)).toContain("/project/a.py");
    document.save.mockResolvedValue(false);
    await expect(scripts.run()).rejects.toThrow("could not be saved");
    Object.assign(vscode.window, { activeTextEditor: undefined });
    await expect(scripts.run()).rejects.toThrow("open a Python script first");
    Object.assign(vscode.workspace, { textDocuments: [] });
  });

  it("asks for arguments and remembers them; nothing is run where somebody thinks better of it", async () => {
    const { runner: scripts, fake } = runner();
    const asking = vi.mocked(vscode.window.showInputBox);
    asking.mockResolvedValueOnce("--name 'two words'").mockResolvedValueOnce(undefined);
    await scripts.runWithArguments(vscode.Uri.file("/project/train.py"));
    await scripts.runWithArguments(vscode.Uri.file("/project/train.py"));
    expect(fake.asked).toHaveLength(1);
    expect(JSON.stringify(fake.asked[0]?.params)).toContain('["--name","two words"]');
    expect(asking.mock.calls[1]?.[0]?.value).toBe("--name 'two words'");
  });
});

describe("the commands of a row", () => {
  it("know their run", () => {
    expect(runId({ id: "r1", label: "x" })).toBe("r1");
    expect(() => runId(undefined)).toThrow("choose a run");
  });

  it("diagnose a run that is over, and open its page without scripts", async () => {
    const fake = new FakeSession({ "workspace/executeCommand": { path: "/p/diagnosis.html" } });
    const webview = { html: "" };
    const create = vi.fn<typeof vscode.window.createWebviewPanel>(
      () => ({ webview }) as unknown as vscode.WebviewPanel,
    );
    Object.assign(vscode.window, { createWebviewPanel: create });
    const files = { type: vscode.FileType.File, size: 4 };
    Object.assign(vscode.workspace, {
      fs: {
        stat: vi.fn(() => Promise.resolve(files)),
        readFile: vi.fn(() => Promise.resolve(new TextEncoder().encode("<h1>"))),
      },
    });
    await diagnoseRun(fake.session, { id: "r1" });
    await openDiagnosis(fake.session, "r1");
    expect(fake.asked.map(({ params }) => params)).toEqual([
      { command: "seismograd.diagnose", arguments: [{ id: "r1" }] },
      { command: "seismograd.diagnosisReport", arguments: [{ id: "r1" }] },
    ]);
    expect(webview.html).toBe("<h1>");
    expect(create.mock.calls[0]?.[3]).toEqual({ enableScripts: false, localResourceRoots: [] });
    files.size = 60_000_000;
    await expect(openDiagnosis(fake.session, "r1")).rejects.toThrow("not the report");
  });

  it("cancel the job that carries it out, or say that it is over", async () => {
    const fake = new FakeSession({ "seismograd/cancelJob": { cancelled: false } });
    const view = { jobOf: (id: string) => (id === "r1" ? "j1" : undefined) } as unknown as RunsView;
    await cancelRun(fake.session, view, { id: "r1" });
    await cancelRun(fake.session, view, { id: "other" });
    expect(fake.asked).toEqual([{ method: "seismograd/cancelJob", params: { id: "j1" } }]);
    expect(vscode.window.showInformationMessage).toHaveBeenCalledTimes(2);
  });
});

describe("the page of a panel", () => {
  it("lets in our own script and style only", () => {
    const webview = {
      cspSource: "https://own.example",
      asWebviewUri: (uri: vscode.Uri) => uri,
    } as unknown as vscode.Webview;
    const page = panelPage(webview, vscode.Uri.file("/ext/dist/webview"));
    const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    expect(policy).toBe(
      "default-src 'none'; script-src https://own.example; style-src https://own.example",
    );
    expect(page).not.toMatch(/unsafe|style="|<style|onclick/);
  });
});

describe("what a panel says of a run", () => {
  const summary: RunSummary = {
    run: {
      id: "r1",
      entry: "train.py",
      module: false,
      arguments: [],
      root: "/project",
      outcome: "failed",
      sentence: "",
      sandbox: "process",
      sandbox_why: "not docker",
      seconds: 2,
      trace: "/t",
    },
    steps: 7,
    loss: { first: 2, best: 0.5, best_step: 3, last: "nan" },
    lr: 0.001,
    grad_norm: null,
    exception: { type: "ValueError", message: "no", place: { file: "a.py", line: 3 } },
    symptoms: [{ name: "loss-flat", message: "It does not fall.", step: 0, place: null }],
    alarms: [{ alarm: "nan-loss", step: 4, place: null }],
    peak_memory_bytes: 1024,
    overhead: 0.0312,
    files: [],
    curve: { step: [], loss: [] },
  };

  it("is what is known and nothing else", () => {
    const facts = new Map(factRows(summary).map(([name, line]) => [name, line.text]));
    expect(facts.get("loss")).toBe("first 2, best 0.5 at step 3, last nan");
    expect(facts.get("probes")).toBe("3.1 % of the time");
    expect(facts.get("sandbox")).toBe("process\nnot docker");
    expect([...facts.keys()]).not.toContain("gradient norm");
    expect([...facts.keys()]).not.toContain("files");
  });

  it("leads to the lines", () => {
    expect(factRows(summary)[0]).toEqual([
      "exception",
      { text: "ValueError: no", place: { file: "a.py", line: 3 } },
    ]);
    expect(alarmItems(summary)).toEqual([{ text: "nan-loss at step 4", place: null }]);
    expect(symptomItems(summary)).toEqual([{ text: "loss-flat: It does not fall.", place: null }]);
  });
});

describe("arguments", () => {
  it.each([
    ["", []],
    ["  --epochs   3 ", ["--epochs", "3"]],
    [`--name "two words" 'it is' a\\ b`, ["--name", "two words", "it is", "a b"]],
    [`--x="a \\" b"c ''`, [`--x=a " bc`, ""]],
    ['$(rm) `x` ; "unclosed', ["$(rm)", "`x`", ";", "unclosed"]],
  ])("%j are cut into words", (line, expected) => {
    expect(words(line)).toEqual(expected);
  });
});

describe("numbers for people", () => {
  it("are short", () => {
    expect([0.1234567, 1e-7, 0, "nan", null].map(numberText)).toEqual(["0.1235", "1e-7", "0", "nan", ""]);
    expect([1.25, 61, 7260].map(durationText)).toEqual(["1.3 s", "1 min 1 s", "2 h 1 min"]);
    expect([0, 2048, 3 * 2 ** 30].map(sizeText)).toEqual(["0 B", "2 KiB", "3 GiB"]);
  });
});
