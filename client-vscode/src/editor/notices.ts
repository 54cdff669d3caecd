import * as vscode from "vscode";

type Severity = "information" | "warning" | "error";
type Actions = Record<string, () => unknown>;

const SHOW = {
  information: vscode.window.showInformationMessage,
  warning: vscode.window.showWarningMessage,
  error: vscode.window.showErrorMessage,
};

/** Messages to people; the same one is not shown twice. */
export class Notices {
  readonly #shown = new Set<string>();

  constructor(private readonly log: vscode.LogOutputChannel) {}

  once(severity: Severity, text: string, actions: Actions): void {
    if (this.#shown.has(text)) {
      return;
    }
    this.#shown.add(text);
    void this.show(severity, text, actions);
  }

  /** After this the same message may come again: somebody has asked for it. */
  forget(): void {
    this.#shown.clear();
  }

  async show(severity: Severity, text: string, actions: Actions): Promise<void> {
    this.log.info(text);
    const choice = await SHOW[severity](text, ...Object.keys(actions));
    if (choice !== undefined) {
      await actions[choice]?.();
    }
  }
}
