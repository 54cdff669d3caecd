import * as vscode from "vscode";

const INTERRUPT = "\x03";

/**
 * What a run prints, in a terminal: colours and progress bars look as they should.
 *
 * Nothing that is typed reaches the script, except that Ctrl+C ends it.
 */
export class RunTerminal implements vscode.Pseudoterminal {
  private readonly written = new vscode.EventEmitter<string>();
  private early: string[] | undefined = [];

  readonly onDidWrite = this.written.event;

  constructor(private readonly interrupt: () => void) {}

  open(): void {
    const early = this.early ?? [];
    this.early = undefined;
    early.forEach((text) => this.written.fire(text));
  }

  close(): void {
    this.early = undefined;
  }

  handleInput(keys: string): void {
    if (keys.includes(INTERRUPT)) {
      this.interrupt();
    }
  }

  /** Text as the script wrote it; a terminal wants to be told to go back to the left as well. */
  show(text: string): void {
    const lines = text.replace(/\r?\n/g, "\r\n");
    if (this.early === undefined) {
      this.written.fire(lines);
    } else {
      this.early.push(lines);
    }
  }

  /** A line of ours, apart from the script's. */
  say(text: string): void {
    this.show(`\r\n\x1b[2m${printable(text)}\x1b[0m\r\n`);
  }
}

function printable(text: string): string {
  // eslint-disable-next-line no-control-regex -- exactly those must not reach a terminal
  return text.replace(/[\x00-\x1f\x7f-\x9f]/g, " ");
}
