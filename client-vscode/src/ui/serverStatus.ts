import * as vscode from "vscode";
import type { ServerSession, ServerState } from "../server/session";
import { SHOW_LOGS } from "./commands/ids";

/** Characters of text and detail together that leave room for the command. */
const ROOM = 60;

interface Look {
  text: string;
  busy: boolean;
  severity: vscode.LanguageStatusSeverity;
}

/** How each state of the server looks in the language status menu. */
export function lookOf(state: ServerState): Look {
  const severity = vscode.LanguageStatusSeverity;
  switch (state.kind) {
    case "starting":
      return { text: "Seismograd is starting", busy: true, severity: severity.Information };
    case "running":
      return { text: "Seismograd", busy: false, severity: severity.Information };
    case "stopped":
      return { text: "Seismograd is stopped", busy: false, severity: severity.Warning };
    case "missing":
      return { text: "Seismograd needs setting up", busy: false, severity: severity.Warning };
    case "failed":
      return { text: "Seismograd has failed", busy: false, severity: severity.Error };
  }
}

/** The server's state beside the language of the open file, with a way to the logs. */
export function registerServerStatus(session: ServerSession): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem("seismograd.server", [
    { language: "python" },
    { notebookType: "jupyter-notebook" },
  ]);
  item.name = "Seismograd";
  const show = (state: ServerState): void => {
    const look = lookOf(state);
    const whole = state.kind === "running" ? runningDetail(session) : state.detail;
    const detail = shortened(whole, ROOM - look.text.length);
    Object.assign(item, look, { detail, command: remedy(state) });
    void vscode.commands.executeCommand("setContext", "seismograd.state", state.kind);
  };
  show(session.state);
  return vscode.Disposable.from(item, session.onDidChangeState(show));
}

function runningDetail({ launch, state }: ServerSession): string {
  return launch === undefined ? state.detail : `${launch.version}, ${launch.origin}`;
}

/** The menu cuts long lines at the edge of the window, and with them the way to the logs. */
export function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/\s\S*$/, "")} …`;
}

/** What helps most in a state: where nothing runs yet that is setting up, else the logs. */
function remedy(state: ServerState): vscode.Command {
  return state.kind === "missing"
    ? { command: "seismograd.setUp", title: "Set Up" }
    : { command: SHOW_LOGS, title: "Show Logs" };
}
