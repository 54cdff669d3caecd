import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { registerCommand } from "../../src/ui/commands/guarded";
import { understoodDocument } from "../../src/ui/pages/pageAddress";
import { showUnderstood } from "../../src/ui/pages/showUnderstood";
import { FakeSession } from "../fakes/session";

const told = vi.mocked(vscode.window.showErrorMessage);

beforeEach(() => vi.clearAllMocks());

async function callOneThatFailsWith(error: Error): Promise<void> {
  registerCommand(new FakeSession().session, "seismograd.some", () => Promise.reject(error));
  const command = vi.mocked(vscode.commands.registerCommand).mock.calls[0]?.[1];
  await (command as () => Promise<void>)();
}

describe("a command that fails", () => {
  it("says why", async () => {
    await callOneThatFailsWith(new Error("there is no server."));
    expect(told).toHaveBeenCalledExactlyOnceWith("Seismograd: there is no server.", "Show Logs");
  });

  it.each([new vscode.CancellationError(), Object.assign(new Error(), { code: -32800 })])(
    "says nothing to somebody who has cancelled it",
    async (error) => {
      await callOneThatFailsWith(error);
      expect(told).not.toHaveBeenCalled();
    },
  );
});

describe("what was understood", () => {
  const editor = vscode as unknown as { window: object; workspace: object };
  const { window, workspace } = { window: { ...editor.window }, workspace: { ...editor.workspace } };

  afterEach(() => {
    Object.assign(editor.window, { activeTextEditor: undefined }, window);
    Object.assign(editor.workspace, workspace);
  });

  it("is shown for the whole notebook, whichever cell has the cursor", async () => {
    const notebook = vscode.Uri.file("/project/n.ipynb");
    const cell = { uri: vscode.Uri.parse("vscode-notebook-cell:/project/n.ipynb#c1") };
    const openTextDocument = vi.fn((page: vscode.Uri) => Promise.resolve(page));
    Object.assign(editor.workspace, {
      notebookDocuments: [{ uri: notebook, getCells: () => [{ document: cell }] }],
      openTextDocument,
    });
    Object.assign(editor.window, {
      activeTextEditor: { document: { ...cell, languageId: "python" } },
      showTextDocument: vi.fn(),
    });
    await showUnderstood();
    const [page] = openTextDocument.mock.calls[0] ?? [];
    expect(page && understoodDocument(page)?.toString()).toBe(notebook.toString());
  });
});
