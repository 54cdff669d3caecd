import * as vscode from "vscode";
import { debounce } from "../../process/debounce";
import type { ServerSession } from "../../server/session";
import { currentFindings } from "../findings/finding";
import { onDidTakeRepair } from "./repairsTaken";
import { StepsDone } from "./stepsDone";

/** After a page has come up, the editor needs a moment to know the steps of all walkthroughs. */
const SETTLE_MS = 1000;

/** Tick the steps of the walkthrough for what has really happened in this window. */
export function registerWalkthrough(session: ServerSession): vscode.Disposable {
  const steps = new StepsDone();
  const tellSoon = debounce(() => steps.tellAll(), SETTLE_MS);
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
      if (isPerhapsShown()) {
        tellSoon();
      }
    }),
    onDidTakeRepair(() => steps.reach("fix")),
  );
}

function nowAndOn(event: vscode.Event<unknown>, look: () => void): vscode.Disposable {
  look();
  return event(look);
}

/** Extensions cannot tell the page of walkthroughs from other pages of the editor itself. */
function isPerhapsShown(): boolean {
  const shown = vscode.window.tabGroups.all.map((group) => group.activeTab);
  return shown.some((tab) => tab !== undefined && tab.input === undefined);
}
