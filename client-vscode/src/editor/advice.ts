import * as vscode from "vscode";
import { settingReasons } from "../server/missingText";
import type { Missing, Ready } from "../server/resolution";
import type { Notices } from "./notices";
import { PYTHON_SETTING } from "./pythonSetting";

const SILENCED = "seismograd.doNotOfferSetUp";
const TOLD_OF_SETTING = "seismograd.toldOfSetting";

export interface Remedies {
  readonly setUp: () => unknown;
  readonly choose: () => unknown;
  readonly restart: () => unknown;
  readonly showLogs: () => unknown;
}

/** Tells people, once, what is wrong and what they can do. */
export class Advice {
  constructor(
    private readonly notices: Notices,
    private readonly memory: vscode.Memento,
    private readonly remedies: Remedies,
  ) {}

  onMissing({ base, rejected }: Missing, text: string): void {
    this.#noteSetting(settingReasons(rejected));
    if (this.memory.get<boolean>(SILENCED) === true) {
      return;
    }
    const { choose, setUp } = this.remedies;
    const further = {
      "Choose Interpreter": choose,
      "Do Not Ask Again": () => this.memory.update(SILENCED, true),
    };
    if (base === undefined) {
      this.notices.once("warning", text, further);
    } else {
      const offer = "It can set up an environment of its own; your project's stays as it is.";
      this.notices.once("information", `${text} ${offer}`, { "Set Up": setUp, ...further });
    }
  }

  /** A server runs, but perhaps not from where somebody wanted it to. */
  onReady({ launch, rejected }: Ready): void {
    const reasons = settingReasons(rejected);
    const isNews = this.#noteSetting(reasons);
    if (isNews && reasons.length > 0) {
      const text = [...reasons, `Seismograd runs from ${launch.origin} instead.`].join(" ");
      this.notices.once("warning", text, { "Open Settings": openSetting });
    }
  }

  /** Remember what is wrong with the setting across windows; false where it is known. */
  #noteSetting(reasons: readonly string[]): boolean {
    const text = reasons.join(" ");
    const isNews = this.memory.get<string>(TOLD_OF_SETTING, "") !== text;
    void this.memory.update(TOLD_OF_SETTING, text);
    return isNews;
  }

  onFailed(text: string): void {
    const { restart, showLogs } = this.remedies;
    this.notices.once("error", text, { Restart: restart, "Show Logs": showLogs });
  }

  async onSetUpFailed(text: string): Promise<void> {
    const { setUp, showLogs } = this.remedies;
    await this.notices.show("error", text, { "Try Again": setUp, "Show Logs": showLogs });
  }
}

function openSetting(): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openSettings", PYTHON_SETTING);
}
