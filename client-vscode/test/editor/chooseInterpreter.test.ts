import { expect, it, vi } from "vitest";
import type * as vscode from "vscode";
import { chooseInterpreter } from "../../src/editor/chooseInterpreter";
import type { Candidate } from "../../src/python/candidate";
import type { ProbeResult } from "../../src/python/interpreter";

const GLOBAL = 1;
const WORKSPACE = 2;
const editor = vi.hoisted(() => ({
  isTrusted: true,
  ofWorkspace: undefined as string | undefined,
  updated: [] as unknown[][],
}));

vi.mock("vscode", async (original) => ({
  ...(await original<typeof vscode>()),
  ConfigurationTarget: { Global: 1, Workspace: 2 },
  window: {
    showQuickPick: async (choices: Promise<unknown[]>) => (await choices)[0],
  },
  workspace: {
    get isTrusted() {
      return editor.isTrusted;
    },
    getConfiguration: () => ({
      inspect: () => ({ workspaceValue: editor.ofWorkspace }),
      update: (...change: unknown[]) => editor.updated.push(change),
    }),
  },
}));

async function* candidates(): AsyncGenerator<Candidate> {
  yield await Promise.resolve({ path: "/good/python", origin: "path" as const });
}

const usable: ProbeResult = {
  kind: "interpreter",
  executable: "/good/python",
  version: [3, 12, 1],
  seismograd: undefined,
  packages: "",
};

it.each([
  { isTrusted: true, ofWorkspace: undefined, target: GLOBAL },
  { isTrusted: true, ofWorkspace: "/bad/python", target: WORKSPACE },
  { isTrusted: false, ofWorkspace: "/bad/python", target: GLOBAL },
])("is remembered where it takes effect: %o", async ({ target, ...situation }) => {
  Object.assign(editor, situation, { updated: [] });
  await chooseInterpreter(candidates(), () => Promise.resolve(usable));
  expect(editor.updated).toEqual([["python", "/good/python", target]]);
});
