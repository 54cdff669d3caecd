import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import type { Job } from "../jobs/job";
import { showJobProgress } from "../jobs/jobProgress";
import type { JobRegistry } from "../jobs/jobRegistry";
import { callServer } from "../serverCommand";
import { openScript, openWriteUp } from "./openFiles";
import type { AskedReport, StartedReproduction } from "./reproduction";
import type { ReproductionLog } from "./reproductionLog";
import type { ReproductionsView } from "./reproductionsView";
import { chosenReport, reportInFile, selectedReport, withProject } from "./reportSource";

const OPEN_SCRIPT = "Open Script";
const OPEN_REPORT = "Open Report";

/** Has reports reproduced, each as a job with a log, and tells what came of it. */
export class Reproducer {
  constructor(
    private readonly session: ServerSession,
    private readonly jobs: JobRegistry,
    private readonly view: ReproductionsView,
    private readonly log: ReproductionLog,
  ) {}

  /** The report of a menu, or the one that is before the person's eyes. */
  async reproduceIssue(given?: unknown): Promise<void> {
    const report = given instanceof vscode.Uri ? reportInFile(given) : await chosenReport();
    await this.reproduce(report);
  }

  async reproduceSelection(): Promise<void> {
    await this.reproduce(selectedReport());
  }

  /** Once more, with other criteria where some are given. */
  async again(id: string, criteria?: string): Promise<void> {
    await this.start(criteria === undefined ? { id } : { id, criteria });
  }

  private async reproduce(report: AskedReport | undefined): Promise<void> {
    const asked = report === undefined ? undefined : await withProject(report);
    if (asked !== undefined) {
      await this.start(asked);
    }
  }

  private async start(asked: AskedReport & { id?: string; criteria?: string }): Promise<void> {
    // What is run is what lies on the disk.
    await vscode.workspace.saveAll(false);
    const started = await callServer<StartedReproduction>(this.session, "seismograd.reproduce", [
      asked,
    ]);
    this.view.adopt(started);
    const job = this.jobs.expect(started.job, "Reproduce an issue");
    this.log.open(started.reproduction, job.title);
    void this.follow(started, job);
  }

  private async follow({ reproduction }: StartedReproduction, job: Job): Promise<void> {
    const last = await showJobProgress(this.session, this.jobs, job);
    await this.view.refresh();
    this.log.say(reproduction, last.message ?? last.state);
    if (last.state === "done") {
      await this.tell(reproduction, last);
    }
  }

  private async tell(id: string, last: Job): Promise<void> {
    const found = this.view.find(id);
    const ways = [
      ...(found?.script ? [OPEN_SCRIPT] : []),
      ...(found?.writeUp ? [OPEN_REPORT] : []),
    ];
    const text = `Seismograd: ${last.title}: ${last.message ?? last.state}`;
    const chosen = await vscode.window.showInformationMessage(text, ...ways);
    if (chosen === OPEN_SCRIPT) {
      await openScript(this.view, id);
    } else if (chosen === OPEN_REPORT) {
      await openWriteUp(this.view, id);
    }
  }
}
