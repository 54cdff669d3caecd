import { beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import type { Job } from "../../src/ui/jobs/job";
import { trackJobs } from "../../src/ui/jobs/jobTracker";
import { editCriteria, useCriteria } from "../../src/ui/reproductions/criteria";
import { openScript, openWriteUp, reproductionId } from "../../src/ui/reproductions/openFiles";
import { chosenReport, selectedReport, withProject } from "../../src/ui/reproductions/reportSource";
import { Reproducer } from "../../src/ui/reproductions/reproducer";
import type { Reproduction, StartedReproduction } from "../../src/ui/reproductions/reproduction";
import { ReproductionLog } from "../../src/ui/reproductions/reproductionLog";
import { reproductionRows } from "../../src/ui/reproductions/reproductionRows";
import { ReproductionsView } from "../../src/ui/reproductions/reproductionsView";
import {
  cancelReproduction,
  insertAsTest,
  removeReproduction,
} from "../../src/ui/reproductions/rowCommands";
import { FillableTree, type Row } from "../../src/ui/trees/fillableTree";
import { FakeSession } from "../fakes/session";

const FOLDER = "/project/.seismograd/reproductions/r1";
const STARTED: StartedReproduction = { job: "j1", reproduction: "r1", path: FOLDER };
const NOW = new Date("2026-01-02T12:00:00");

function reproduction(change: Partial<Reproduction> = {}): Reproduction {
  return {
    id: "r1",
    path: FOLDER,
    title: "halve fails",
    status: "reproduced",
    sentence: "",
    started: "2026-01-02T11:00:00",
    missing: [],
    criteria: [
      { id: "c1", fact: "ValueError is raised", scope: "in halve", check: 'raises("ValueError")', passed: true },
      { id: "c2", fact: "it comes through halve()", scope: "", check: "raised_in()", passed: false },
    ],
    control: "variant, with NUMBER = 4",
    repeats: "5 of 5 runs",
    places: [{ path: "/project/arithmetic.py", line: 3 }],
    attempts: [{ idea: "Run the code.", outcome: "reproduced", seconds: 1.2 }],
    script: `${FOLDER}/reproduce_halve.py`,
    test: `${FOLDER}/test_halve.py`,
    nearest: null,
    writeUp: `${FOLDER}/reproduction.md`,
    sandbox: "bubblewrap",
    report: `${FOLDER}/report.md`,
    ...change,
  };
}

function job(change: Partial<Job> = {}): Job {
  const base = { id: "j1", kind: "reproduce", title: "Reproduce halve fails", message: null };
  return { ...base, percentage: null, state: "running", ...change };
}

function rows(change: Partial<Reproduction> = {}, ours: string[] = []): Row {
  const [row] = reproductionRows([reproduction(change)], new Set(ours), NOW);
  if (row === undefined) {
    throw new Error("there is no row");
  }
  return row;
}

function labels(row: Row): string[] {
  return (row.children ?? []).map((child) => child.label);
}

/** A session that knows one reproduction. */
function known(change: Partial<Reproduction> = {}) {
  const answers: Record<string, unknown> = {
    "seismograd.reproductions": [reproduction(change)],
    "seismograd.reproduce": STARTED,
    "seismograd.reproductionCriteria": { path: `${FOLDER}/criteria.json` },
    "seismograd.insertReproductionTest": { path: "/project/tests/test_halve.py" },
    "seismograd.removeReproduction": { removed: true },
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
  return { fake, jobs, tree, view: new ReproductionsView(fake.session, tree, jobs) };
}

function asked(fake: FakeSession, command: string): unknown[] {
  return fake.asked
    .map(({ params }) => params as { command?: string; arguments?: unknown[] })
    .filter((params) => params.command === command)
    .map((params) => params.arguments?.[0]);
}

function channel() {
  const lines: string[] = [];
  const made = {
    append: (text: string) => lines.push(text),
    appendLine: (text: string) => lines.push(`${text}\n`),
    show: vi.fn(),
    dispose: vi.fn(),
  };
  vi.mocked(vscode.window.createOutputChannel).mockReturnValue(
    made as unknown as vscode.LogOutputChannel,
  );
  return { made, text: () => lines.join("") };
}

function edit(languageId: string, path: string, text: string, selected = ""): void {
  const uri = vscode.Uri.file(path);
  const document = { uri, languageId, getText: (part?: unknown) => (part ? selected : text) };
  const selection = { isEmpty: selected === "" };
  Object.assign(vscode.window, { activeTextEditor: { document, selection } });
  Object.assign(vscode.workspace, { textDocuments: [document] });
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.useRealTimers();
  Object.assign(vscode.window, { activeTextEditor: undefined });
  Object.assign(vscode.workspace, { textDocuments: [], workspaceFolders: undefined });
});

describe("the rows of reproductions", () => {
  it("have a title, a status and an icon of it", () => {
    const row = rows();
    const time = new Date("2026-01-02T11:00:00").toLocaleTimeString();
    expect(row).toMatchObject({ label: "halve fails", icon: "pass" });
    expect(row.description).toBe(`reproduced, ${time}`);
  });

  it("have criteria with ticks, and what was found as parts", () => {
    const row = rows();
    expect(labels(row)).toEqual([
      "Criteria",
      "Script",
      "Control did not fail",
      "Fired",
      "Comes from",
      "Regression test",
      "Attempts",
    ]);
    const [criteria] = row.children ?? [];
    expect(criteria?.description).toBe("1 of 2");
    expect(criteria?.children?.map(({ label, icon }) => [label, icon])).toEqual([
      ["ValueError is raised", "check"],
      ["it comes through halve()", "circle-outline"],
    ]);
  });

  it("say nothing that is not known", () => {
    const bare = {
      status: "needs" as const,
      missing: ["a GPU"],
      criteria: [],
      control: null,
      repeats: null,
      places: [],
      attempts: [],
      script: null,
      test: null,
      writeUp: null,
      report: null,
      started: null,
    };
    expect(labels(rows(bare))).toEqual(["Needs"]);
    expect(rows(bare)).toMatchObject({ description: "needs more", contextValue: "reproduction" });
  });

  it("offer what can be done with them", () => {
    expect(rows().contextValue).toBe("reproduction script test writeUp again");
    expect(rows({ status: "running" }, ["r1"]).contextValue).toBe("runningReproduction");
    expect(rows({ status: "running" }).contextValue).toBe("reproductionElsewhere");
  });

  it("have ids that name their reproduction, each another", () => {
    const all = (row: Row): string[] => [row.id, ...(row.children ?? []).flatMap(all)];
    const ids = all(rows());
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids.map((id) => reproductionId({ id })))).toEqual(new Set(["r1"]));
    expect(() => reproductionId(undefined)).toThrow("choose a reproduction");
  });
});

describe("the Reproductions view", () => {
  it("is filled anew once for many events, and knows the jobs of this window", async () => {
    vi.useFakeTimers();
    const { fake, jobs, tree, view } = known();
    view.adopt(STARTED);
    jobs.take(job());
    jobs.take(job({ message: "attempt 2" }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(fake.asked).toHaveLength(1);
    expect(tree.getChildren().map(({ id }) => id)).toEqual(["r1"]);
    expect(view.jobOf("r1")).toBe("j1");
    jobs.take(job({ id: "c", kind: "check" }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(fake.asked).toHaveLength(1);
    view.dispose();
  });
});

describe("the log", () => {
  it("says whose lines they are, once for several in a row", () => {
    const { made, text } = channel();
    const fake = new FakeSession();
    const log = new ReproductionLog(fake.session);
    expect(vscode.window.createOutputChannel).not.toHaveBeenCalled();
    log.open("r1", "Reproduce halve fails");
    fake.hear("seismograd/reproductionLog", { reproduction: "r1", text: "  0.1 s  Searching\n" });
    log.say("r1", "Reproduced.");
    fake.hear("seismograd/reproductionLog", { reproduction: "r2", text: "other\n" });
    expect(text()).toBe(
      "\nReproduce halve fails\n  0.1 s  Searching\nReproduced.\n\nr2\nother\n",
    );
    expect(made.show).toHaveBeenCalledWith(true);
    log.dispose();
    expect(made.dispose).toHaveBeenCalledOnce();
  });
});

describe("the report", () => {
  it("is what is selected, whatever the file", async () => {
    edit("python", "/project/a.py", "x = 1", "It fails.");
    expect(await chosenReport()).toEqual({ uri: "file:///project/a.py", text: "It fails." });
    expect(selectedReport()).toEqual({ uri: "file:///project/a.py", text: "It fails." });
  });

  it("is the text before the person's eyes, saved or not", async () => {
    edit("markdown", "/project/ISSUE.md", "# It fails");
    expect(await chosenReport()).toEqual({ uri: "file:///project/ISSUE.md", text: "# It fails" });
    expect(() => selectedReport()).toThrow("select the text");
  });

  it("is asked for where there is none, and may come from the clipboard", async () => {
    edit("python", "/project/a.py", "x = 1");
    const pick = vi.mocked(vscode.window.showQuickPick) as unknown as ReturnType<typeof vi.fn>;
    const choose = (index: number): void => {
      pick.mockImplementationOnce((ways: unknown[]) => Promise.resolve(ways[index]));
    };
    vi.spyOn(vscode.env.clipboard, "readText").mockResolvedValueOnce("pasted");
    choose(0);
    expect(await chosenReport()).toEqual({ text: "pasted" });
    choose(0);
    await expect(chosenReport()).rejects.toThrow("no text in the clipboard");
    vi.mocked(vscode.window.showOpenDialog).mockResolvedValueOnce([vscode.Uri.file("/x/i.md")]);
    const picked = { getText: () => "the report" };
    Object.assign(vscode.workspace, {
      fs: { stat: vi.fn().mockResolvedValueOnce({ size: 10 }).mockResolvedValueOnce({ size: 9e9 }) },
      openTextDocument: vi.fn().mockResolvedValueOnce(picked),
    });
    choose(1);
    expect(await chosenReport()).toEqual({ uri: "file:///x/i.md", text: "the report" });
    vi.mocked(vscode.window.showOpenDialog).mockResolvedValueOnce([vscode.Uri.file("/x/i.md")]);
    choose(1);
    await expect(chosenReport()).rejects.toThrow("larger than 8 MB");
    vi.mocked(vscode.window.showInputBox).mockResolvedValueOnce(" https://github.com/o/p/issues/1 ");
    choose(2);
    expect(await chosenReport()).toEqual({ address: "https://github.com/o/p/issues/1" });
    pick.mockResolvedValueOnce(undefined);
    expect(await chosenReport()).toBeUndefined();
  });

  it("is about a project that is asked for where several are open and none is meant", async () => {
    const [first, second] = ["/one", "/two"].map((path) => ({ uri: vscode.Uri.file(path) }));
    Object.assign(vscode.workspace, { workspaceFolders: [first, second] });
    const pick = vi.mocked(vscode.window.showWorkspaceFolderPick);
    pick.mockResolvedValueOnce(second as vscode.WorkspaceFolder);
    expect(await withProject({ text: "x" })).toEqual({ text: "x", folder: "file:///two" });
    pick.mockResolvedValueOnce(undefined);
    expect(await withProject({ uri: "file:///elsewhere/i.md" })).toBeUndefined();
    const inside = { uri: "file:///one/i.md" };
    expect(await withProject(inside)).toEqual(inside);
    expect(pick).toHaveBeenCalledTimes(2);
  });
});

describe("reproducing", () => {
  function reproducing() {
    const all = known();
    const log = channel();
    const own = new ReproductionLog(all.fake.session);
    vi.mocked(vscode.window.withProgress).mockImplementation((_options, work) =>
      work({ report: vi.fn() }, {
        onCancellationRequested: () => ({ dispose: vi.fn() }),
      } as unknown as vscode.CancellationToken),
    );
    const reproducer = new Reproducer(all.fake.session, all.jobs, all.view, own);
    return { ...all, log, reproducer };
  }

  it("saves everything, asks the server, shows the log, and tells how it ended", async () => {
    const { fake, jobs, view, log, reproducer } = reproducing();
    await reproducer.reproduceIssue(vscode.Uri.file("/project/ISSUE.md"));
    expect(vscode.workspace.saveAll).toHaveBeenCalledWith(false);
    expect(asked(fake, "seismograd.reproduce")).toEqual([{ uri: "file:///project/ISSUE.md" }]);
    expect(view.jobOf("r1")).toBe("j1");
    expect(log.made.show).toHaveBeenCalledOnce();
    const tell = vi.mocked(vscode.window.showInformationMessage) as unknown as ReturnType<typeof vi.fn>;
    tell.mockResolvedValueOnce("Open Script");
    jobs.take(job({ state: "done", message: "Reproduced in 5 of 5 runs." }));
    await vi.waitFor(() => expect(vscode.window.showTextDocument).toHaveBeenCalledOnce());
    expect(tell).toHaveBeenCalledWith(
      "Seismograd: Reproduce halve fails: Reproduced in 5 of 5 runs.",
      "Open Script",
      "Open Report",
    );
    expect(log.text()).toContain("Reproduced in 5 of 5 runs.");
  });

  it("says nothing more to whoever has cancelled it", async () => {
    const { jobs, log, reproducer } = reproducing();
    await reproducer.again("r1");
    jobs.take(job({ state: "cancelled" }));
    await vi.waitFor(() => expect(log.text()).toContain("cancelled"));
    expect(vscode.window.showInformationMessage).not.toHaveBeenCalled();
  });

  it("does nothing where nobody names a report", async () => {
    const { fake, reproducer } = reproducing();
    vi.mocked(vscode.window.showQuickPick).mockResolvedValueOnce(undefined);
    await reproducer.reproduceIssue();
    expect(asked(fake, "seismograd.reproduce")).toEqual([]);
  });

  it("uses the criteria of the document and gives up what still goes on", async () => {
    const { fake, view, reproducer } = reproducing();
    view.adopt({ ...STARTED, job: "before" });
    const again = vi.spyOn(reproducer, "again").mockResolvedValue();
    await expect(useCriteria(fake.session, view, reproducer)).rejects.toThrow("open the criteria");
    edit("json", `${FOLDER}/criteria.json`, '{"criteria": []}');
    await useCriteria(fake.session, view, reproducer);
    expect(again).toHaveBeenCalledWith("r1", '{"criteria": []}');
    expect(fake.asked.at(-1)).toEqual({ method: "seismograd/cancelJob", params: { id: "before" } });
  });
});

describe("the commands of a row", () => {
  it("open its script, its report and its criteria", async () => {
    const { fake, view } = known();
    await view.refresh();
    await openScript(view, { id: "r1/script" });
    await openWriteUp(view, { id: "r1" });
    await editCriteria(fake.session, { id: "r1/criteria" });
    const opened = vi.mocked(vscode.window.showTextDocument) as unknown as ReturnType<typeof vi.fn>;
    expect(opened.mock.calls.map(([uri]) => (uri as vscode.Uri).path)).toEqual([
      `${FOLDER}/reproduce_halve.py`,
      `${FOLDER}/criteria.json`,
    ]);
    expect(vscode.commands.executeCommand).toHaveBeenCalledWith(
      "markdown.showPreview",
      vscode.Uri.file(`${FOLDER}/reproduction.md`),
    );
  });

  it("say what is not there", async () => {
    const { view } = known({ script: null, writeUp: null });
    await view.refresh();
    await expect(openScript(view, "r1")).rejects.toThrow("there is no script");
    await expect(openWriteUp(view, "r1")).rejects.toThrow("there is no report");
    await expect(openScript(view, "r2")).rejects.toThrow("no longer there");
  });

  it("insert the test and show it", async () => {
    const { fake } = known();
    await insertAsTest(fake.session, { id: "r1" });
    expect(asked(fake, "seismograd.insertReproductionTest")).toEqual([{ id: "r1" }]);
    expect(vscode.window.showTextDocument).toHaveBeenCalledWith(
      vscode.Uri.file("/project/tests/test_halve.py"),
    );
  });

  it("remove it only if that is meant", async () => {
    const { fake, view } = known();
    await removeReproduction(fake.session, view, { id: "r1" });
    expect(asked(fake, "seismograd.removeReproduction")).toEqual([]);
    const warn = vi.mocked(vscode.window.showWarningMessage) as unknown as ReturnType<typeof vi.fn>;
    warn.mockResolvedValueOnce("Remove");
    await removeReproduction(fake.session, view, { id: "r1" });
    expect(asked(fake, "seismograd.removeReproduction")).toEqual([{ id: "r1" }]);
  });

  it("cancel the job that carries it out, or say that it is over", async () => {
    const { fake, view } = known();
    view.adopt(STARTED);
    await cancelReproduction(fake.session, view, { id: "r1" });
    expect(fake.asked.at(-1)).toEqual({ method: "seismograd/cancelJob", params: { id: "j1" } });
    await cancelReproduction(fake.session, view, { id: "other" });
    expect(vscode.window.showInformationMessage).toHaveBeenCalledOnce();
  });
});
