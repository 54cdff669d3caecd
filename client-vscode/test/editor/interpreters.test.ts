import { copyFileSync, mkdirSync } from "node:fs";
import * as path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { Interpreters } from "../../src/editor/interpreters";
import type { Candidate } from "../../src/python/candidate";
import { program, temporaryFolder } from "../fakes/programs";

interface Values {
  folder?: string;
  user?: string;
}

interface Editor {
  trusted: boolean;
  folders: { uri: { scheme: string; fsPath: string }; name: string }[];
  python: Record<string, Values>;
  extensions: Record<string, { activate: () => Promise<unknown> }>;
}

const editor = vi.hoisted(
  (): Editor => ({ trusted: true, folders: [], python: {}, extensions: {} }),
);

vi.mock("vscode", async (original) => ({
  ...(await original<typeof vscode>()),
  workspace: {
    get isTrusted() {
      return editor.trusted;
    },
    get workspaceFolders() {
      return editor.folders;
    },
    getConfiguration: (_section: string, scope?: vscode.Uri) => {
      const values = editor.python[scope?.fsPath ?? ""] ?? editor.python[""];
      return {
        get: () => values?.folder ?? values?.user ?? null,
        inspect: () => ({ globalValue: values?.user, workspaceFolderValue: values?.folder }),
      };
    },
  },
  extensions: { getExtension: (id: string) => editor.extensions[id] },
}));

const log = { warn: vi.fn(), info: vi.fn() } as unknown as vscode.LogOutputChannel;
const onChange = vi.fn();
let workspace: string;
let onThePath: string;

beforeEach(() => {
  workspace = temporaryFolder();
  onThePath = program("", "python3");
  vi.stubEnv("PATH", path.dirname(onThePath));
  editor.trusted = true;
  editor.folders = [{ uri: { scheme: "file", fsPath: workspace }, name: "net" }];
  editor.python = {};
  editor.extensions = {};
  onChange.mockClear();
});
afterEach(() => vi.unstubAllEnvs());

async function found(interpreters = new Interpreters(log, onChange)): Promise<Candidate[]> {
  const all: Candidate[] = [];
  for await (const candidate of interpreters.candidates()) {
    all.push(candidate);
  }
  return all;
}

function installEnvironments(python: string): vscode.EventEmitter<unknown> {
  const changes = new vscode.EventEmitter<unknown>();
  const api = {
    getEnvironment: () => Promise.resolve({ execInfo: { run: { executable: python } } }),
    onDidChangeEnvironment: changes.event,
  };
  editor.extensions["ms-python.vscode-python-envs"] = { activate: () => Promise.resolve(api) };
  return changes;
}

function installPython(python: string): void {
  const environments = {
    getActiveEnvironmentPath: () => ({ path: python }),
    resolveEnvironment: () => Promise.resolve({ executable: { uri: vscode.Uri.file(python) } }),
    onDidChangeActiveEnvironmentPath: new vscode.EventEmitter<unknown>().event,
  };
  editor.extensions["ms-python.python"] = { activate: () => Promise.resolve({ environments }) };
}

describe("where interpreters come from", () => {
  it("is the setting, then the Python extensions, then the PATH", async () => {
    editor.python[workspace] = { folder: "/set/python" };
    installEnvironments("/environments/python");
    installPython("/extension/python");
    expect(await found()).toEqual([
      { origin: "setting", path: "/set/python" },
      { origin: "environments", path: "/environments/python" },
      { origin: "python", path: "/extension/python" },
      { origin: "path", path: onThePath },
    ]);
  });

  it("is the PATH where nothing is set and no extension is installed", async () => {
    expect(await found()).toEqual([{ origin: "path", path: onThePath }]);
  });

  it("understands relative paths, environments and names in the setting", async () => {
    mkdirSync(path.join(workspace, ".venv", "bin"), { recursive: true });
    editor.python[workspace] = { folder: ".venv/bin/python" };
    expect((await found())[0]?.path).toBe(path.join(workspace, ".venv", "bin", "python"));
    editor.python[workspace] = { folder: "python3" };
    expect(await found()).toEqual([{ origin: "setting", path: onThePath }]);
    editor.python[workspace] = { folder: "  " };
    expect((await found())[0]?.origin).toBe("path");
  });

  it("takes each folder's setting into account, in their order", async () => {
    editor.folders.push({ uri: { scheme: "file", fsPath: "/second" }, name: "second" });
    editor.python[workspace] = { folder: "/one/python" };
    editor.python["/second"] = { folder: "/two/python" };
    const paths = (await found()).map((candidate) => candidate.path);
    expect(paths).toEqual(["/one/python", "/two/python", onThePath]);
  });

  it("goes on where an extension exports nothing, fails, or is something else", async () => {
    editor.extensions["ms-python.vscode-python-envs"] = {
      activate: () => Promise.resolve(undefined),
    };
    editor.extensions["ms-python.python"] = { activate: () => Promise.reject(new Error("broken")) };
    expect(await found()).toEqual([{ origin: "path", path: onThePath }]);
  });

  it("is followed: each change is passed on once, however often one has looked", async () => {
    const changes = installEnvironments("/environments/python");
    const interpreters = new Interpreters(log, onChange);
    await found(interpreters);
    await found(interpreters);
    changes.fire(undefined);
    expect(onChange).toHaveBeenCalledOnce();
    interpreters.dispose();
    changes.fire(undefined);
    expect(onChange).toHaveBeenCalledOnce();
  });
});

describe("an untrusted workspace", () => {
  beforeEach(() => {
    editor.trusted = false;
  });

  it("does not choose the interpreter", async () => {
    editor.python[workspace] = { folder: path.join(workspace, "python") };
    expect(await found()).toEqual([{ origin: "path", path: onThePath }]);
  });

  it("leaves the choice to the person's own settings", async () => {
    editor.python[workspace] = { folder: "/evil/python", user: "/mine/python" };
    expect((await found())[0]).toEqual({ origin: "setting", path: "/mine/python" });
  });

  it("does not offer its own files, however they are named", async () => {
    editor.python[workspace] = { user: ".venv/bin/python" };
    copyFileSync(onThePath, path.join(workspace, "python3"));
    vi.stubEnv("PATH", [workspace, path.dirname(onThePath)].join(path.delimiter));
    expect(await found()).toEqual([{ origin: "path", path: onThePath }]);
  });

  it("is not looked into by other extensions for us", async () => {
    const activate = vi.fn(() => Promise.resolve(undefined));
    editor.extensions["ms-python.python"] = { activate };
    editor.extensions["ms-python.vscode-python-envs"] = { activate };
    await found();
    expect(activate).not.toHaveBeenCalled();
  });
});
