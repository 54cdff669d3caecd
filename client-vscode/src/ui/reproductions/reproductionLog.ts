import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";

interface Lines {
  reproduction: string;
  text: string;
}

/** How reproductions go on, in one output channel that is there once somebody wants to see it. */
export class ReproductionLog implements vscode.Disposable {
  private readonly titles = new Map<string, string>();
  private readonly listening: vscode.Disposable;
  private channel: vscode.OutputChannel | undefined;
  private speaker = "";

  constructor(session: ServerSession) {
    this.listening = session.onNotification("seismograd/reproductionLog", (lines: Lines) =>
      this.hear(lines),
    );
  }

  /** Say what lines of a reproduction are about, and show them. */
  open(reproduction: string, title: string): void {
    this.titles.set(reproduction, title);
    this.shown().show(true);
  }

  show(): void {
    this.shown().show();
  }

  /** The last words on a reproduction. */
  say(reproduction: string, words: string): void {
    this.hear({ reproduction, text: `${words}\n` });
  }

  dispose(): void {
    this.listening.dispose();
    this.channel?.dispose();
  }

  private hear({ reproduction, text }: Lines): void {
    const channel = this.shown();
    if (this.speaker !== reproduction) {
      this.speaker = reproduction;
      channel.appendLine(`\n${this.titles.get(reproduction) ?? reproduction}`);
    }
    channel.append(text);
  }

  private shown(): vscode.OutputChannel {
    this.channel ??= vscode.window.createOutputChannel("Seismograd Reproductions");
    return this.channel;
  }
}
