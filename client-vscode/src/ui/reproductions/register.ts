import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { registerCommand } from "../commands/guarded";
import type { JobRegistry } from "../jobs/jobRegistry";
import type { FillableTree } from "../trees/fillableTree";
import { editCriteria, useCriteria } from "./criteria";
import { openScript, openWriteUp, reproductionId } from "./openFiles";
import { Reproducer } from "./reproducer";
import { ReproductionLog } from "./reproductionLog";
import { ReproductionsView } from "./reproductionsView";
import { cancelReproduction, insertAsTest, removeReproduction } from "./rowCommands";

/** Reproductions: begun from a report, followed in a log, kept in a tree. */
export function registerReproductions(
  session: ServerSession,
  jobs: JobRegistry,
  tree: FillableTree,
): vscode.Disposable {
  const view = new ReproductionsView(session, tree, jobs);
  const log = new ReproductionLog(session);
  const reproducer = new Reproducer(session, jobs, view, log);
  const commands: Record<string, (given?: unknown) => unknown> = {
    "seismograd.reproduceIssue": (given) => reproducer.reproduceIssue(given),
    "seismograd.reproduceSelection": () => reproducer.reproduceSelection(),
    "seismograd.reproduceAgain": (given) => reproducer.again(reproductionId(given)),
    "seismograd.cancelReproduction": (given) => cancelReproduction(session, view, given),
    "seismograd.removeReproductionOfRow": (given) => removeReproduction(session, view, given),
    "seismograd.openReproductionScript": (given) => openScript(view, given),
    "seismograd.openReproductionReport": (given) => openWriteUp(view, given),
    "seismograd.insertAsTest": (given) => insertAsTest(session, given),
    "seismograd.editCriteria": (given) => editCriteria(session, given),
    "seismograd.useCriteria": () => useCriteria(session, view, reproducer),
    "seismograd.showReproductionLog": () => log.show(),
    "seismograd.refreshReproductions": () => view.refresh(),
  };
  return vscode.Disposable.from(
    view,
    log,
    ...Object.entries(commands).map(([id, run]) => registerCommand(session, id, run)),
  );
}
