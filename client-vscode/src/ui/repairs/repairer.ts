import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { APPLY_PATCH } from "../commands/ids";
import type { Job } from "../jobs/job";
import { showJobProgress } from "../jobs/jobProgress";
import type { JobRegistry } from "../jobs/jobRegistry";
import { chosenScript } from "../runs/script";
import { callServer } from "../serverCommand";
import type { StartedRepair } from "./repair";
import type { RepairsView } from "./repairsView";
import { openRepair } from "./rowCommands";

const APPLY = "Apply";
const OPEN_REPORT = "Open Report";

/** Searches patches, each as a job with progress, and tells what came of it. */
export class Repairer {
  constructor(
    private readonly session: ServerSession,
    private readonly jobs: JobRegistry,
    private readonly view: RepairsView,
  ) {}

  /** Of the file of a menu, a lens or a code action, or of the one that is being edited. */
  async repair(given?: unknown): Promise<void> {
    await this.start({ uri: chosenScript(given).toString() });
  }

  /** Once more; trials of a search that was cancelled are not run again. */
  async again(id: string): Promise<void> {
    await this.start({ id });
  }

  private async start(asked: { uri: string } | { id: string }): Promise<void> {
    // What is trained is what lies on the disk.
    await vscode.workspace.saveAll(false);
    const started = await callServer<StartedRepair>(this.session, "seismograd.repair", [asked]);
    this.view.adopt(started);
    const job = this.jobs.expect(started.job, "Repair a training");
    void this.follow(started.repair, job);
  }

  private async follow(repair: string, job: Job): Promise<void> {
    const last = await showJobProgress(this.session, this.jobs, job);
    await this.view.refresh();
    if (last.state === "done") {
      await this.tell(repair, last);
    }
  }

  private async tell(id: string, last: Job): Promise<void> {
    const found = this.view.find(id);
    const best = found?.patches.find(({ verified }) => verified);
    const ways = [...(best ? [APPLY] : []), ...(found?.report ? [OPEN_REPORT] : [])];
    const text = `Seismograd: ${last.title}: ${last.message ?? last.state}`;
    const chosen = await vscode.window.showInformationMessage(text, ...ways);
    if (chosen === APPLY && best !== undefined) {
      // As a command: its failure is told.
      await vscode.commands.executeCommand(APPLY_PATCH, { id, patch: best.number });
    } else if (chosen === OPEN_REPORT) {
      await openRepair(this.session, id);
    }
  }
}
