import { beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { chooseAndCancel } from "../../src/ui/jobs/cancelJob";
import { checkWorkspaceNow } from "../../src/ui/jobs/checkWorkspace";
import { jobText, type Job } from "../../src/ui/jobs/job";
import { stepReporter } from "../../src/ui/jobs/jobProgress";
import { registerJobStatusBar, statusBarText } from "../../src/ui/jobs/jobStatusBar";
import { trackJobs } from "../../src/ui/jobs/jobTracker";
import { FakeSession } from "../fakes/session";

function job(change: Partial<Job> = {}): Job {
  const base: Job = {
    id: "1",
    kind: "check",
    title: "Checking",
    state: "running",
    message: null,
    percentage: null,
  };
  return { ...base, ...change };
}

beforeEach(() => {
  vi.clearAllMocks();
});

describe("the text of a job", () => {
  it("is its title where nothing is known of its progress", () => {
    expect(jobText(job())).toBe("Checking");
  });

  it("has percentage and message", () => {
    expect(jobText(job({ percentage: 41.6, message: "a.py" }))).toBe("Checking: 42%, a.py");
  });
});

describe("the jobs that are followed", () => {
  it("run until their last word", () => {
    const fake = new FakeSession();
    const { jobs } = trackJobs(fake.session);
    fake.hear("seismograd/job", job());
    expect(jobs.running.map(({ id }) => id)).toEqual(["1"]);
    fake.hear("seismograd/job", job({ state: "done" }));
    expect(jobs.running).toEqual([]);
    expect(jobs.find("1")?.state).toBe("done");
  });

  it("end with the server, and their ids are free again", () => {
    const fake = new FakeSession();
    const { jobs } = trackJobs(fake.session);
    const words: string[] = [];
    jobs.onDidChangeJob(({ state }) => words.push(state));
    fake.hear("seismograd/job", job());
    fake.states.fire({ kind: "failed", detail: "" });
    expect(words).toEqual(["running", "cancelled"]);
    expect(jobs.find("1")).toBeUndefined();
  });

  it("tell of a failure once", () => {
    const fake = new FakeSession();
    trackJobs(fake.session);
    fake.hear("seismograd/job", job({ state: "failed", message: "no space" }));
    expect(vscode.window.showErrorMessage).toHaveBeenCalledExactlyOnceWith(
      'Seismograd: "Checking" failed: no space',
      "Show Logs",
    );
  });

  it("leave a failure alone that someone waits for", () => {
    const fake = new FakeSession();
    trackJobs(fake.session);
    fake.hear("seismograd/job", job({ kind: "language-model", state: "failed" }));
    expect(vscode.window.showErrorMessage).not.toHaveBeenCalled();
  });

  it("are taken over when one is expected that was heard of already", () => {
    const { jobs } = trackJobs(new FakeSession().session);
    jobs.take(job({ state: "done" }));
    expect(jobs.expect("1", "Other").state).toBe("done");
    expect(jobs.expect("2", "Other").title).toBe("Other");
    expect(jobs.running).toHaveLength(1);
  });
});

describe("the status bar", () => {
  it("counts jobs, and shows how far a single one is", () => {
    expect(statusBarText([])).toBeUndefined();
    expect(statusBarText([job({ percentage: 7 })])).toBe("$(sync~spin) Seismograd: Checking 7%");
    expect(statusBarText([job(), job({ id: "2" })])).toBe("$(sync~spin) Seismograd: 2 jobs");
  });

  it("hides when nothing runs", () => {
    const item = { show: vi.fn(), hide: vi.fn(), dispose: vi.fn() };
    vi.mocked(vscode.window.createStatusBarItem).mockReturnValue(item as never);
    const { jobs } = trackJobs(new FakeSession().session);
    registerJobStatusBar(jobs);
    expect(item.show).not.toHaveBeenCalled();
    jobs.take(job());
    expect(item.show).toHaveBeenCalledOnce();
    jobs.take(job({ state: "cancelled" }));
    expect(item.hide).toHaveBeenCalledOnce();
  });
});

describe("cancelling", () => {
  it("asks the server to stop the job that was chosen", async () => {
    const fake = new FakeSession({ "seismograd/cancelJob": { cancelled: true } });
    const { jobs } = trackJobs(fake.session);
    jobs.take(job());
    jobs.take(job({ id: "2", title: "Other" }));
    vi.mocked(vscode.window.showQuickPick).mockImplementation((choices) =>
      Promise.resolve((choices as vscode.QuickPickItem[])[1]),
    );
    await chooseAndCancel(fake.session, jobs);
    expect(fake.asked).toEqual([{ method: "seismograd/cancelJob", params: { id: "2" } }]);
  });

  it("is the one of the row where somebody asks for it in a tree", async () => {
    const fake = new FakeSession({ "seismograd/cancelJob": { cancelled: true } });
    const { jobs } = trackJobs(fake.session);
    fake.hear("seismograd/job", job({ id: "7" }));
    await chooseAndCancel(fake.session, jobs, { id: "7", label: "Checking" });
    expect(fake.asked).toEqual([{ method: "seismograd/cancelJob", params: { id: "7" } }]);
  });

  it("says so where nothing runs", async () => {
    const fake = new FakeSession();
    await chooseAndCancel(fake.session, trackJobs(fake.session).jobs);
    expect(fake.asked).toEqual([]);
    expect(vscode.window.showInformationMessage).toHaveBeenCalledOnce();
  });
});

describe("progress", () => {
  it("is reported in increments and never goes back", () => {
    const report = vi.fn();
    const step = stepReporter({ report });
    [10, 30, 20, null, 100].forEach((percentage) => step(job({ percentage, message: "m" })));
    expect(report.mock.calls.map(([{ increment }]) => increment as number)).toEqual([
      10, 20, 0, 0, 70,
    ]);
  });
});

describe("checking the workspace", () => {
  const folders = vscode.workspace as { workspaceFolders: unknown };

  it("follows the job to its end, and its cancel button stops it", async () => {
    folders.workspaceFolders = [{ uri: vscode.Uri.file("/project") }];
    const fake = new FakeSession({
      "workspace/executeCommand": { job: "1" },
      "seismograd/cancelJob": { cancelled: true },
    });
    const { jobs } = trackJobs(fake.session);
    const cancel = new vscode.EventEmitter<void>();
    vi.mocked(vscode.window.withProgress).mockImplementation((_options, task) =>
      task({ report: vi.fn() }, { onCancellationRequested: cancel.event } as never),
    );
    const checking = checkWorkspaceNow(fake.session, jobs);
    await vi.waitFor(() => expect(jobs.running).toHaveLength(1));
    cancel.fire();
    expect(fake.asked.at(-1)).toEqual({ method: "seismograd/cancelJob", params: { id: "1" } });
    jobs.take(job({ state: "cancelled" }));
    await checking;
    expect(vscode.window.setStatusBarMessage).not.toHaveBeenCalled();
  });

  it("shows a check that is asked for twice in one notification", async () => {
    folders.workspaceFolders = [{ uri: vscode.Uri.file("/project") }];
    const fake = new FakeSession({ "workspace/executeCommand": { job: "1" } });
    const { jobs } = trackJobs(fake.session);
    const never = new vscode.EventEmitter<void>();
    vi.mocked(vscode.window.withProgress).mockImplementation((_options, task) =>
      task({ report: vi.fn() }, { onCancellationRequested: never.event } as never),
    );
    const both = [checkWorkspaceNow(fake.session, jobs), checkWorkspaceNow(fake.session, jobs)];
    await vi.waitFor(() => expect(vscode.window.withProgress).toHaveBeenCalled());
    jobs.take(job({ state: "done" }));
    await Promise.all(both);
    expect(vscode.window.withProgress).toHaveBeenCalledOnce();
  });

  it("shows what a job said that ended before the answer came", async () => {
    folders.workspaceFolders = [{ uri: vscode.Uri.file("/project") }];
    const fake = new FakeSession({ "workspace/executeCommand": { job: "1" } });
    const { jobs } = trackJobs(fake.session);
    jobs.take(job({ state: "done", message: "3 findings in 2 files" }));
    await checkWorkspaceNow(fake.session, jobs);
    expect(vscode.window.withProgress).not.toHaveBeenCalled();
    expect(vi.mocked(vscode.window.setStatusBarMessage).mock.calls[0]?.[0]).toContain("3 findings");
  });

  it("needs a folder", async () => {
    folders.workspaceFolders = undefined;
    const fake = new FakeSession();
    const { jobs } = trackJobs(fake.session);
    await expect(checkWorkspaceNow(fake.session, jobs)).rejects.toThrow("open a folder");
  });
});
