import * as vscode from "vscode";

/** Steps of the walkthrough that the editor cannot see by itself. */
export type Step = "setUp" | "find" | "fix";

/**
 * Tells the editor, by context keys, which steps are done.
 *
 * A step is ticked when its key turns true under the eyes of the editor, and never in a window
 * where the key was true before the editor began to look. When that is, nobody is told: so a key
 * is true for a moment only, again and again.
 */
export class StepsDone {
  private readonly done = new Set<Step>();

  reach(step: Step): void {
    if (!this.done.has(step)) {
      this.done.add(step);
      void flash(step);
    }
  }

  /** The editor may have begun to look. */
  tellAll(): void {
    this.done.forEach((step) => void flash(step));
  }
}

async function flash(step: Step): Promise<void> {
  const key = `seismograd.did.${step}`;
  await vscode.commands.executeCommand("setContext", key, true);
  await vscode.commands.executeCommand("setContext", key, false);
}
