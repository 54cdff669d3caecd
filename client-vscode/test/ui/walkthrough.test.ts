import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { commands } from "vscode";
import * as fake from "../fakes/vscode";
import { FakeSession } from "../fakes/session";
import { registerWalkthrough } from "../../src/ui/walkthrough/register";
import { noteRepair } from "../../src/ui/walkthrough/repairsTaken";

interface Manifest {
  contributes: { walkthroughs: { steps: { completionEvents: string[] }[] }[] };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;

/** The keys that were true for a moment. */
const told = (): string[] =>
  vi
    .mocked(commands.executeCommand)
    .mock.calls.filter(([, , value]) => value === true)
    .map(([, key]) => String(key));

const PAGE = undefined;
const FILE = { uri: fake.Uri.file("/project/a.py") };

function show(input: unknown): void {
  fake.window.tabGroups.all = [{ activeTab: { input } }];
  fake.window.tabs.fire();
  vi.runAllTimers();
}

function find(...findings: fake.Diagnostic[]): void {
  fake.languages.getDiagnostics.mockReturnValue([[fake.Uri.file("/project/a.py"), findings]]);
  fake.languages.diagnostics.fire();
}

describe("steps of the walkthrough", () => {
  let server: FakeSession;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.mocked(commands.executeCommand).mockClear();
    fake.window.tabGroups.all = [];
    fake.languages.getDiagnostics.mockReturnValue([]);
    server = new FakeSession();
    server.state = { kind: "starting", detail: "" };
    const registered = registerWalkthrough(server.session);
    return () => {
      registered.dispose();
      vi.useRealTimers();
    };
  });

  const run = (): void => {
    server.state = { kind: "running", detail: "" };
    server.states.fire(server.state);
  };

  it("are told again when a page is shown that may be the walkthrough", () => {
    run();
    show(FILE);
    expect(told()).toEqual(["seismograd.did.setUp"]);
    show(PAGE);
    expect(told()).toEqual(["seismograd.did.setUp", "seismograd.did.setUp"]);
  });

  it("leave no key true, for the editor to find so when it begins to look", async () => {
    run();
    await vi.runAllTimersAsync();
    const last = vi.mocked(commands.executeCommand).mock.lastCall;
    expect(last).toEqual(["setContext", "seismograd.did.setUp", false]);
  });

  it("are told once, when they are done", async () => {
    run();
    run();
    const finding = new fake.Diagnostic(new fake.Range(0, 0, 0, 1), "bad");
    find(finding);
    expect(told()).toEqual(["seismograd.did.setUp"]);
    finding.source = "seismograd";
    find(finding);
    await noteRepair("an action");
    const wanted = ["setUp", "find", "fix"].map((step) => `seismograd.did.${step}`);
    expect(told()).toEqual(wanted);
  });

  it("are not done by a repair that could not be had", async () => {
    await expect(noteRepair(Promise.reject(new Error("gone")))).rejects.toThrow("gone");
    expect(told()).toEqual([]);
  });

  it("have the keys that the manifest names", () => {
    const [walkthrough] = manifest.contributes.walkthroughs;
    const events = walkthrough?.steps.flatMap((step) => step.completionEvents);
    const keys = events?.filter((event) => event.startsWith("onContext:"));
    expect(keys).toEqual(["setUp", "find", "fix"].map((step) => `onContext:seismograd.did.${step}`));
  });
});
