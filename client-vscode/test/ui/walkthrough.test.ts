import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { commands } from "vscode";
import * as fake from "../fakes/vscode";
import { FakeSession } from "../fakes/session";
import { registerWalkthrough, TITLE } from "../../src/ui/walkthrough/register";
import { noteRepair } from "../../src/ui/walkthrough/repairsTaken";

interface Manifest {
  contributes: { walkthroughs: { title: string; steps: { completionEvents: string[] }[] }[] };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;

const told = (): string[] =>
  vi.mocked(commands.executeCommand).mock.calls.map(([, key]) => String(key));

function show(label: string): void {
  fake.window.tabGroups.all = [{ tabs: [{ label }] }];
  fake.window.tabs.fire();
}

function find(...findings: fake.Diagnostic[]): void {
  fake.languages.getDiagnostics.mockReturnValue([[fake.Uri.file("/project/a.py"), findings]]);
  fake.languages.diagnostics.fire();
}

describe("steps of the walkthrough", () => {
  let server: FakeSession;

  beforeEach(() => {
    vi.mocked(commands.executeCommand).mockClear();
    fake.window.tabGroups.all = [];
    fake.languages.getDiagnostics.mockReturnValue([]);
    server = new FakeSession();
    server.state = { kind: "starting", detail: "" };
    const registered = registerWalkthrough(server.session);
    return () => void registered.dispose();
  });

  const run = (): void => {
    server.state = { kind: "running", detail: "" };
    server.states.fire(server.state);
  };

  it("are not told before the walkthrough is shown, and then all that are done", () => {
    run();
    show("train.py");
    expect(told()).toEqual([]);
    show(`Walkthrough: ${TITLE}`);
    expect(told()).toEqual(["seismograd.did.setUp"]);
  });

  it("are told once, when they are done", async () => {
    show(`Walkthrough: ${TITLE}`);
    expect(told()).toEqual([]);
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
    show(`Walkthrough: ${TITLE}`);
    await expect(noteRepair(Promise.reject(new Error("gone")))).rejects.toThrow("gone");
    expect(told()).toEqual([]);
  });

  it("have the keys and the title that the manifest names", () => {
    const [walkthrough] = manifest.contributes.walkthroughs;
    expect(walkthrough?.title).toBe(TITLE);
    const events = walkthrough?.steps.flatMap((step) => step.completionEvents);
    const keys = events?.filter((event) => event.startsWith("onContext:"));
    expect(keys).toEqual(["setUp", "find", "fix"].map((step) => `onContext:seismograd.did.${step}`));
  });
});
