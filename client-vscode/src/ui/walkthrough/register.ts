import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { currentFindings } from "../findings/finding";
import { onDidTakeRepair } from "./repairsTaken";
import { StepsDone } from "./stepsDone";

/** The title of the walkthrough, which is part of the title of its tab. */
export const TITLE = "Get Started with Seismograd";

/** Tick the steps of the walkthrough for what has really happened in this window. */
export function registerWalkthrough(session: ServerSession): vscode.Disposable {
  const steps = new StepsDone();
  return vscode.Disposable.from(
    nowAndOn(session.onDidChangeState, () => {
      if (session.state.kind === "running") {
        steps.reach("setUp");
      }
    }),
    nowAndOn(vscode.languages.onDidChangeDiagnostics, () => {
      if (currentFindings().length > 0) {
        steps.reach("find");
      }
    }),
    nowAndOn(vscode.window.tabGroups.onDidChangeTabs, () => {
      if (isShown()) {
        steps.watch();
      }
    }),
    onDidTakeRepair(() => steps.reach("fix")),
  );
}

function nowAndOn(event: vscode.Event<unknown>, look: () => void): vscode.Disposable {
  look();
  return event(look);
}

function isShown(): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some((tab) => tab.label.includes(TITLE));
}
