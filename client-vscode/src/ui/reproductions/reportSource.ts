import * as vscode from "vscode";
import type { AskedReport } from "./reproduction";

/** Languages in which people write reports, exported issues included. */
const OF_REPORTS = new Set(["markdown", "plaintext", "restructuredtext", "json", "log"]);

/** As much as the server reads of a report. */
const MOST_BYTES = 8_000_000;

/** The report in a file: as the editor holds it, or else as it lies on the disk. */
export function reportInFile(uri: vscode.Uri): AskedReport {
  const open = vscode.workspace.textDocuments.find(
    (document) => document.uri.toString() === uri.toString(),
  );
  return open === undefined
    ? { uri: uri.toString() }
    : { uri: uri.toString(), text: open.getText() };
}

/** The report that is selected in the editor. */
export function selectedReport(): AskedReport {
  const report = selection(vscode.window.activeTextEditor);
  if (report === undefined) {
    throw new Error("select the text of a report first.");
  }
  return report;
}

/** The report before the person's eyes, or one that they point at; undefined if they do not. */
export async function chosenReport(): Promise<AskedReport | undefined> {
  const editor = vscode.window.activeTextEditor;
  const selected = selection(editor);
  if (selected !== undefined) {
    return selected;
  }
  if (editor !== undefined && OF_REPORTS.has(editor.document.languageId)) {
    return reportInFile(editor.document.uri);
  }
  return elsewhere();
}

/** Where no document of the report says it, the project has to be chosen among several. */
export async function withProject(report: AskedReport): Promise<AskedReport | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const document = report.uri === undefined ? undefined : vscode.Uri.parse(report.uri);
  const isInside = document !== undefined && vscode.workspace.getWorkspaceFolder(document);
  if (isInside || folders.length < 2) {
    return report;
  }
  const chosen = await vscode.window.showWorkspaceFolderPick({
    placeHolder: "The project that the report is about",
  });
  return chosen === undefined ? undefined : { ...report, folder: chosen.uri.toString() };
}

function selection(editor: vscode.TextEditor | undefined): AskedReport | undefined {
  if (editor === undefined || editor.selection.isEmpty) {
    return undefined;
  }
  const text = editor.document.getText(editor.selection);
  return { uri: editor.document.uri.toString(), text };
}

interface Way extends vscode.QuickPickItem {
  report(): Promise<AskedReport | undefined>;
}

async function elsewhere(): Promise<AskedReport | undefined> {
  const ways: Way[] = [
    { label: "$(clippy) From the Clipboard", report: fromClipboard },
    { label: "$(file) From a File ...", report: fromFile },
    { label: "$(link) From the Address of an Issue ...", report: fromAddress },
  ];
  const title = "Reproduce an Issue";
  const chosen = await vscode.window.showQuickPick(ways, { title, placeHolder: "The report" });
  return chosen?.report();
}

async function fromClipboard(): Promise<AskedReport> {
  const text = await vscode.env.clipboard.readText();
  if (text.trim() === "") {
    throw new Error("there is no text in the clipboard; copy the report first.");
  }
  return { text };
}

async function fromFile(): Promise<AskedReport | undefined> {
  const [file] = (await vscode.window.showOpenDialog({ title: "The Report" })) ?? [];
  return file === undefined ? undefined : pickedReport(file);
}

/** The server reads only what lies in the open folders; what a person picked may lie anywhere. */
async function pickedReport(file: vscode.Uri): Promise<AskedReport> {
  if (vscode.workspace.getWorkspaceFolder(file) !== undefined) {
    return reportInFile(file);
  }
  if ((await vscode.workspace.fs.stat(file)).size > MOST_BYTES) {
    throw new Error(`${file.fsPath} is larger than 8 MB; pick the text of a report.`);
  }
  const document = await vscode.workspace.openTextDocument(file);
  return { uri: file.toString(), text: document.getText() };
}

async function fromAddress(): Promise<AskedReport | undefined> {
  const address = await vscode.window.showInputBox({
    title: "Reproduce an Issue",
    prompt: "The address of the issue. It is fetched from there.",
    placeHolder: "https://github.com/owner/project/issues/1",
  });
  return address === undefined || address.trim() === "" ? undefined : { address: address.trim() };
}
