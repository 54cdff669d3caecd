import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { registerCommand } from "../commands/guarded";
import { APPLY_PATCH } from "../commands/ids";
import type { JobRegistry } from "../jobs/jobRegistry";
import type { FillableTree } from "../trees/fillableTree";
import { repairId } from "./repair";
import { Repairer } from "./repairer";
import { RepairsView } from "./repairsView";
import { applyPatch, cancelRepair, openRepair, revertPatch } from "./rowCommands";

/** Repairs: searched from an editor, kept in a tree, applied and reverted. */
export function registerRepairs(
  session: ServerSession,
  jobs: JobRegistry,
  tree: FillableTree,
): vscode.Disposable {
  const view = new RepairsView(session, tree, jobs);
  const repairer = new Repairer(session, jobs, view);
  const commands: Record<string, (given?: unknown) => unknown> = {
    "seismograd.repairScript": (given) => repairer.repair(given),
    "seismograd.repairAgain": (given) => repairer.again(repairId(given)),
    "seismograd.cancelRepair": (given) => cancelRepair(session, view, given),
    "seismograd.openRepair": (given) => openRepair(session, given),
    [APPLY_PATCH]: (given) => applyPatch(session, view, given),
    "seismograd.revertPatchOfRepair": (given) => revertPatch(session, view, given),
    "seismograd.refreshRepairs": () => view.refresh(),
  };
  return vscode.Disposable.from(
    view,
    ...Object.entries(commands).map(([id, run]) => registerCommand(session, id, run)),
  );
}
