import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { chooseAndCancel } from "../jobs/cancelJob";
import { checkWorkspaceNow } from "../jobs/checkWorkspace";
import type { JobRegistry } from "../jobs/jobRegistry";
import { openRulePage } from "../pages/openRulePage";
import { openSymptomPage } from "../pages/openSymptomPage";
import { showUnderstood } from "../pages/showUnderstood";
import { copyDebugInformation } from "./copyDebugInformation";
import { registerCommand } from "./guarded";
import { CANCEL_JOB, OPEN_RULE_PAGE, OPEN_SYMPTOM_PAGE, SHOW_LOGS } from "./ids";
import { openSettings } from "./openSettings";
import { tryLanguageModel } from "./tryLanguageModel";

/** The commands that show something; setting up and restarting belong to the server's room. */
export function registerCommands(session: ServerSession, jobs: JobRegistry): vscode.Disposable {
  const commands: Record<string, (given?: unknown) => unknown> = {
    [SHOW_LOGS]: () => session.log.show(),
    [CANCEL_JOB]: (id) => chooseAndCancel(session, jobs, id),
    [OPEN_RULE_PAGE]: (rule) => openRulePage(session, rule),
    [OPEN_SYMPTOM_PAGE]: (name) => openSymptomPage(name),
    "seismograd.checkWorkspaceNow": () => checkWorkspaceNow(session, jobs),
    "seismograd.showUnderstood": () => showUnderstood(),
    "seismograd.testLanguageModel": () => tryLanguageModel(session),
    "seismograd.openSettings": () => openSettings(),
    "seismograd.copyDebugInformation": () => copyDebugInformation(session),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) => registerCommand(session, id, run)),
  );
}
