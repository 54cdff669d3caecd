import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { cancelJob } from "../jobs/cancelJob";
import { isOver } from "../jobs/job";
import type { JobRegistry } from "../jobs/jobRegistry";
import { callServer } from "../serverCommand";
import type { RunPanels } from "./runPanels";
import type { StartedRun } from "./run";
import { RunTerminal } from "./runTerminal";
import type { RunsView } from "./runsView";
import { chosenScript } from "./script";
import { words } from "./words";

interface Output {
  run: string;
  stream: string;
  text: string;
}

/** Runs scripts, each with a terminal for its output and a panel for its loss. */
export class ScriptRunner implements vscode.Disposable {
  private readonly terminals = new Map<string, RunTerminal>();
  private readonly unclaimed = new Map<string, string[]>();
  private readonly listening: vscode.Disposable;
  private lastArguments = "";

  constructor(
    private readonly session: ServerSession,
    private readonly jobs: JobRegistry,
    private readonly view: RunsView,
    private readonly panels: RunPanels,
  ) {
    this.listening = session.onNotification("seismograd/runOutput", (output: Output) =>
      this.hear(output),
    );
  }

  /** Run the file of a menu or a lens, or the one that is being edited. */
  run(given?: unknown, args: string[] = []): Promise<void> {
    return this.start("seismograd.run", given, args);
  }

  /** Run it, and name what is wrong with its training. */
  diagnose(given?: unknown): Promise<void> {
    return this.start("seismograd.diagnose", given, []);
  }

  private async start(command: string, given: unknown, args: string[]): Promise<void> {
    const script = chosenScript(given);
    await save(script);
    const started = await callServer<StartedRun>(this.session, command, [
      { uri: script.toString(), arguments: args },
    ]);
    this.view.adopt(started);
    this.openTerminal(started, script);
    this.panels.open(started.run, true);
  }

  async runWithArguments(given?: unknown): Promise<void> {
    const line = await vscode.window.showInputBox({
      title: "Run with Seismograd",
      prompt: "Arguments of the script, as in a terminal",
      placeHolder: "--epochs 3",
      value: this.lastArguments,
    });
    if (line !== undefined) {
      this.lastArguments = line;
      await this.run(given, words(line));
    }
  }

  dispose(): void {
    this.listening.dispose();
  }

  private hear({ run, text }: Output): void {
    const terminal = this.terminals.get(run);
    if (terminal !== undefined) {
      terminal.show(text);
      return;
    }
    // Output can be faster than the answer that says which run it belongs to.
    this.unclaimed.set(run, [...(this.unclaimed.get(run) ?? []), text]);
  }

  private openTerminal({ run, job }: StartedRun, script: vscode.Uri): void {
    const terminal = new RunTerminal(() => void cancelJob(this.session, job));
    this.terminals.set(run, terminal);
    this.unclaimed.get(run)?.forEach((text) => terminal.show(text));
    this.unclaimed.delete(run);
    const name = `Seismograd: ${vscode.workspace.asRelativePath(script)}`;
    const iconPath = new vscode.ThemeIcon("pulse");
    vscode.window.createTerminal({ name, pty: terminal, iconPath }).show(true);
    this.sayLastWord(run, job, terminal);
  }

  private sayLastWord(run: string, job: string, terminal: RunTerminal): void {
    const say = (): boolean => {
      const last = this.jobs.find(job);
      if (last === undefined || !isOver(last)) {
        return false;
      }
      const cancelled = last.state === "cancelled";
      terminal.say(cancelled ? "The run was cancelled." : (last.message ?? last.state));
      this.terminals.delete(run);
      return true;
    };
    if (!say()) {
      const listening = this.jobs.onDidChangeJob((changed) => {
        if (changed.id === job && say()) {
          listening.dispose();
        }
      });
    }
  }
}

/** What is run is what lies on the disk. */
async function save(script: vscode.Uri): Promise<void> {
  const open = vscode.workspace.textDocuments.find(
    (document) => document.uri.toString() === script.toString(),
  );
  if (open?.isDirty && !(await open.save())) {
    throw new Error("the script could not be saved, and only saved files can be run.");
  }
}
