import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as vscode from "vscode";
import { Advice } from "../../src/editor/advice";
import { isAllVirtual } from "../../src/editor/folders";
import { Notices } from "../../src/editor/notices";
import { noteVirtualFolders } from "../../src/editor/virtualFolderNotice";
import type { Missing, Ready } from "../../src/server/resolution";

interface Editor {
  shown: { text: string; buttons: string[] }[];
  answer: string | undefined;
  folders: { uri: { scheme: string }; name: string }[];
}

const editor = vi.hoisted((): Editor => ({ shown: [], answer: undefined, folders: [] }));

vi.mock("vscode", async (original) => {
  const show = (text: string, ...buttons: string[]): Promise<string | undefined> => {
    editor.shown.push({ text, buttons });
    return Promise.resolve(editor.answer);
  };
  return {
    ...(await original<typeof vscode>()),
    window: {
      showInformationMessage: show,
      showWarningMessage: show,
      showErrorMessage: show,
    },
    workspace: {
      get workspaceFolders() {
        return editor.folders;
      },
    },
  };
});

class Memory {
  private readonly values = new Map<string, unknown>();
  get = (key: string, other?: unknown): unknown => this.values.get(key) ?? other;
  update = (key: string, value: unknown): Promise<void> => {
    this.values.set(key, value);
    return Promise.resolve();
  };
}

const bare: Missing = {
  kind: "missing",
  base: {
    kind: "interpreter",
    executable: "/bare",
    version: [3, 12, 1],
    seismograd: undefined,
    packages: "",
  },
  rejected: [],
};
const nothing: Missing = { kind: "missing", base: undefined, rejected: [] };
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

function adviser(memory = new Memory()) {
  const notices = new Notices({ info: vi.fn() } as unknown as vscode.LogOutputChannel);
  const remedies = { setUp: vi.fn(), choose: vi.fn(), restart: vi.fn(), showLogs: vi.fn() };
  const advice = new Advice(notices, memory as unknown as vscode.Memento, remedies);
  return { advice, notices, remedies, memory };
}

beforeEach(() => {
  editor.shown = [];
  editor.answer = undefined;
  editor.folders = [];
});

describe("advice", () => {
  it("offers to set up, once", async () => {
    const { advice, remedies } = adviser();
    editor.answer = "Set Up";
    advice.onMissing(bare, "Not installed.");
    advice.onMissing(bare, "Not installed.");
    await rest();
    expect(editor.shown).toHaveLength(1);
    expect(editor.shown[0]?.buttons).toEqual(["Set Up", "Choose Interpreter", "Do Not Ask Again"]);
    expect(remedies.setUp).toHaveBeenCalledOnce();
  });

  it("offers no set-up where there is no Python to do it with", () => {
    const { advice } = adviser();
    advice.onMissing(nothing, "No Python.");
    expect(editor.shown[0]?.buttons).toEqual(["Choose Interpreter", "Do Not Ask Again"]);
  });

  it("is silent for good when asked to be", async () => {
    const { advice, memory } = adviser();
    editor.answer = "Do Not Ask Again";
    advice.onMissing(bare, "Not installed.");
    await rest();
    adviser(memory).advice.onMissing(bare, "Not installed.");
    expect(editor.shown).toHaveLength(1);
  });

  it("says when another Python is used than the one that was set, and else nothing", () => {
    const { advice, memory } = adviser();
    const launch = { python: "/p", version: "1", origin: "the PATH", trusted: true };
    const reason = "/old is Python 3.8.18; 3.11 or newer is needed";
    const ready = (origin: "setting" | "python"): Ready => ({
      kind: "ready",
      launch,
      rejected: [{ candidate: { origin, path: "/old" }, reason }],
    });
    advice.onReady(ready("python"));
    expect(editor.shown).toEqual([]);
    advice.onReady(ready("setting"));
    advice.onReady(ready("setting"));
    adviser(memory).advice.onReady(ready("setting"));
    expect(editor.shown.map(({ text }) => text)).toEqual([
      `The setting seismograd.python cannot be used: ${reason}. Seismograd runs from the PATH instead.`,
    ]);
  });

  it("does not repeat what is wrong with the setting once it runs from elsewhere", () => {
    const { advice } = adviser();
    const launch = { python: "/p", version: "1", origin: "its own environment", trusted: true };
    const rejected = [
      { candidate: { origin: "setting" as const, path: "/old" }, reason: "/old is too old" },
    ];
    advice.onMissing({ ...bare, rejected }, "The setting is wrong. Not installed.");
    advice.onReady({ kind: "ready", launch, rejected });
    expect(editor.shown).toHaveLength(1);
    advice.onReady({ kind: "ready", launch, rejected: [] });
    advice.onReady({ kind: "ready", launch, rejected });
    expect(editor.shown).toHaveLength(2);
  });

  it("tells of a failure again when somebody has restarted in between", () => {
    const { advice, notices } = adviser();
    advice.onFailed("It did not start.");
    advice.onFailed("It did not start.");
    notices.forget();
    advice.onFailed("It did not start.");
    expect(editor.shown).toHaveLength(2);
    expect(editor.shown[0]?.buttons).toEqual(["Restart", "Show Logs"]);
  });
});

describe("folders on a virtual file system", () => {
  it("are mentioned once in a workspace", () => {
    const { notices, memory } = adviser();
    editor.folders = [
      { uri: { scheme: "file" }, name: "net" },
      { uri: { scheme: "vscode-vfs" }, name: "far" },
    ];
    noteVirtualFolders(notices, memory as unknown as vscode.Memento);
    noteVirtualFolders(adviser().notices, memory as unknown as vscode.Memento);
    expect(editor.shown).toHaveLength(1);
    expect(editor.shown[0]?.text).toMatch(/^The folder far is on a virtual file system/);
  });

  it("count as all only where there is no other", () => {
    editor.folders = [];
    expect(isAllVirtual()).toBe(false);
    editor.folders = [{ uri: { scheme: "vscode-vfs" }, name: "far" }];
    expect(isAllVirtual()).toBe(true);
    editor.folders.push({ uri: { scheme: "file" }, name: "net" });
    expect(isAllVirtual()).toBe(false);
  });

  it("are not mentioned where there are none", () => {
    const { notices, memory } = adviser();
    editor.folders = [{ uri: { scheme: "file" }, name: "net" }];
    noteVirtualFolders(notices, memory as unknown as vscode.Memento);
    expect(editor.shown).toEqual([]);
  });
});
