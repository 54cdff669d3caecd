import * as vscode from "vscode";

/** Steps of the walkthrough that the editor cannot see by itself. */
export type Step = "setUp" | "find" | "fix";

/**
 * Tells the editor, by context keys, which steps are done.
 *
 * A step is ticked when its key turns true under the eyes of the editor; it never is in a window
 * where the key was true before. The editor looks from when it first shows a walkthrough.
 */
export class StepsDone {
  private readonly done = new Set<Step>();
  private isWatched = false;

  reach(step: Step): void {
    if (!this.done.has(step)) {
      this.done.add(step);
      this.tell([step]);
    }
  }

  /** A walkthrough is shown. */
  watch(): void {
    if (!this.isWatched) {
      this.isWatched = true;
      this.tell(this.done);
    }
  }

  private tell(steps: Iterable<Step>): void {
    for (const step of this.isWatched ? steps : []) {
      void vscode.commands.executeCommand("setContext", `seismograd.did.${step}`, true);
    }
  }
}
