import type * as vscode from "vscode";
import type { ServerSession } from "../server/session";
import { registerAgents } from "./agents/register";
import { registerCommands } from "./commands/register";
import { registerFindingsView } from "./findings/findingsTree";
import { registerJobContext } from "./jobs/jobContext";
import { registerJobStatusBar } from "./jobs/jobStatusBar";
import { trackJobs } from "./jobs/jobTracker";
import { registerLanguageModel } from "./languageModel/register";
import { registerPages } from "./pages/pageProvider";
import { registerPlaceLinks } from "./pages/placeLinks";
import { followEdits } from "./pages/showUnderstood";
import { registerRepairs } from "./repairs/register";
import { registerReproductions } from "./reproductions/register";
import { registerRuns } from "./runs/register";
import { registerServerStatus } from "./serverStatus";
import { registerJobTrees } from "./trees/views";
import { registerWalkthrough } from "./walkthrough/register";

/** Show the person what the server does and finds. */
export function registerUi(context: vscode.ExtensionContext, session: ServerSession): void {
  const { jobs, tracking } = trackJobs(session);
  const { pages, serving } = registerPages(session);
  const trees = registerJobTrees();
  context.subscriptions.push(
    tracking,
    serving,
    registerServerStatus(session),
    registerJobStatusBar(jobs),
    registerJobContext(jobs),
    registerFindingsView(),
    trees,
    registerRuns(context.extensionUri, session, jobs, trees.runs),
    registerRepairs(session, jobs, trees.repairs),
    registerReproductions(session, jobs, trees.reproductions),
    followEdits(pages),
    registerPlaceLinks(),
    registerCommands(session, jobs),
    registerWalkthrough(session),
    registerLanguageModel(session),
    ...registerAgents(session),
  );
}
