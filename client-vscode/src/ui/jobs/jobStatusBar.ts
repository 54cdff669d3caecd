import * as vscode from "vscode";
import { CANCEL_JOB } from "../commands/ids";
import { jobText, type Job } from "./job";
import type { JobRegistry } from "./jobRegistry";

/** What the status bar says of the running jobs; nothing where there are none. */
export function statusBarText(jobs: Job[]): string | undefined {
  const [only] = jobs;
  if (only === undefined) {
    return undefined;
  }
  const text = jobs.length === 1 ? shortText(only) : `${jobs.length} jobs`;
  return `$(sync~spin) Seismograd: ${text}`;
}

function shortText(job: Job): string {
  return job.percentage === null ? job.title : `${job.title} ${Math.round(job.percentage)}%`;
}

/** One item at the left of the status bar while anything runs; a click lists and cancels. */
export function registerJobStatusBar(jobs: JobRegistry): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    "seismograd.jobs",
    vscode.StatusBarAlignment.Left,
    0,
  );
  item.name = "Seismograd Jobs";
  item.command = CANCEL_JOB;
  return vscode.Disposable.from(
    item,
    jobs.onDidChangeJob(() => show(item, jobs.running)),
  );
}

function show(item: vscode.StatusBarItem, running: Job[]): void {
  const text = statusBarText(running);
  if (text === undefined) {
    item.hide();
    return;
  }
  item.text = text;
  item.tooltip = [...running.map(jobText), "Click to list or cancel."].join("\n");
  item.show();
}
