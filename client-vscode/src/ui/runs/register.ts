import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { registerCommand } from "../commands/guarded";
import type { JobRegistry } from "../jobs/jobRegistry";
import type { FillableTree } from "../trees/fillableTree";
import { OPEN_DIAGNOSIS } from "../commands/ids";
import { cancelRun, diagnoseRun, openDiagnosis, openReport, openTrace, runId } from "./rowCommands";
import { RunPanels } from "./runPanels";
import { ScriptRunner } from "./runScript";
import { RunsView } from "./runsView";

/** Runs: started from an editor, listed in a tree, watched in a panel. */
export function registerRuns(
  extension: vscode.Uri,
  session: ServerSession,
  jobs: JobRegistry,
  tree: FillableTree,
): vscode.Disposable {
  const view = new RunsView(session, tree, jobs);
  const panels = new RunPanels(session, extension);
  const runner = new ScriptRunner(session, jobs, view, panels);
  const commands: Record<string, (given?: unknown) => unknown> = {
    "seismograd.runScript": (given) => runner.run(given),
    "seismograd.runScriptWithArguments": (given) => runner.runWithArguments(given),
    "seismograd.diagnoseScript": (given) => runner.diagnose(given),
    "seismograd.diagnoseRun": (given) => diagnoseRun(session, given),
    [OPEN_DIAGNOSIS]: (given) => openDiagnosis(session, given),
    "seismograd.openRun": (given) => panels.open(runId(given)),
    "seismograd.cancelRun": (given) => cancelRun(session, view, given),
    "seismograd.openRunReport": (given) => openReport(session, given),
    "seismograd.openTrace": (given) => openTrace(session, given),
    "seismograd.refreshRuns": () => view.refresh(),
  };
  return vscode.Disposable.from(
    view,
    panels,
    runner,
    ...Object.entries(commands).map(([id, run]) => registerCommand(session, id, run)),
  );
}
