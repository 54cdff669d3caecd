import * as vscode from "vscode";
import type { Candidate } from "../python/candidate";
import { ORIGIN_NAMES } from "../python/candidate";
import type { Interpreter, ProbeResult } from "../python/interpreter";
import { versionText } from "../python/version";

interface Choice extends vscode.QuickPickItem {
  readonly path: string | undefined;
}

const BROWSE: Choice = { label: "$(folder-opened) Browse…", path: undefined };

/** Let a person name the interpreter, and remember it in their settings. */
export async function chooseInterpreter(
  candidates: AsyncIterable<Candidate>,
  probe: (path: string) => Promise<ProbeResult>,
): Promise<void> {
  const choice = await vscode.window.showQuickPick(choices(candidates, probe), {
    title: "Python for Seismograd",
    placeHolder: "Which Python runs the server?",
  });
  const path = choice === undefined ? undefined : (choice.path ?? (await browse()));
  if (path !== undefined) {
    await remember(path);
  }
}

/** What a workspace has set comes before the person's own setting, unless it is not trusted. */
async function remember(path: string): Promise<void> {
  const configuration = vscode.workspace.getConfiguration("seismograd");
  const ofWorkspace = configuration.inspect<string | null>("python")?.workspaceValue ?? null;
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const isOverridden = vscode.workspace.isTrusted && ofWorkspace !== null;
  await configuration.update("python", path, isOverridden ? Workspace : Global);
}

async function choices(
  candidates: AsyncIterable<Candidate>,
  probe: (path: string) => Promise<ProbeResult>,
): Promise<Choice[]> {
  const found: Choice[] = [];
  for await (const candidate of candidates) {
    const result = await probe(candidate.path);
    if (result.kind === "interpreter") {
      found.push(choiceOf(candidate, result));
    }
  }
  return [...found, BROWSE];
}

function choiceOf({ path, origin }: Candidate, found: Interpreter): Choice {
  const { seismograd, version } = found;
  const product = seismograd === undefined ? "Without Seismograd" : `Seismograd ${seismograd}`;
  return {
    label: `Python ${versionText(version)}`,
    description: path,
    detail: `${product}, from ${ORIGIN_NAMES[origin]}`,
    path,
  };
}

async function browse(): Promise<string | undefined> {
  const files = await vscode.window.showOpenDialog({
    title: "Python for Seismograd",
    openLabel: "Use This Python",
  });
  return files?.[0]?.fsPath;
}
