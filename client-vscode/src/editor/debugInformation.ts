import * as vscode from "vscode";
import type { Launch } from "../server/launch";
import { ORIGIN_NAMES } from "../python/candidate";
import type { Rejected } from "../server/resolution";
import type { ServerState } from "../server/session";

export interface DebugInput {
  readonly launch: Launch | undefined;
  readonly state: ServerState;
  /** Interpreters that were looked at and not used. */
  readonly rejected: readonly Rejected[];
  readonly version: string;
}

/** The editor's side of a bug report. */
export function debugInformation(input: DebugInput): Promise<string> {
  const { launch, state, rejected, version } = input;
  const facts: [name: string, value: string][] = [
    ["Extension", version],
    ["Editor", `${vscode.env.appName} ${vscode.version} (${vscode.env.appHost})`],
    ["Remote", vscode.env.remoteName ?? "no"],
    ["Platform", `${process.platform} ${process.arch}, Node ${process.versions.node}`],
    ["Trusted workspace", vscode.workspace.isTrusted ? "yes" : "no"],
    ["Folders", folders()],
    ["State", `${state.kind}: ${state.detail}`],
    ["Python", launch === undefined ? "none" : `${launch.python}, from ${launch.origin}`],
    ["Seismograd", launch?.version ?? "none"],
    ...rejected.map(notUsed),
  ];
  return Promise.resolve(facts.map(([name, value]) => `- ${name}: ${value}`).join("\n"));
}

function notUsed({ candidate, reason }: Rejected): [name: string, value: string] {
  return [`Not used, from ${ORIGIN_NAMES[candidate.origin]}`, reason];
}

function folders(): string {
  const open = vscode.workspace.workspaceFolders ?? [];
  return open.length === 0 ? "none" : open.map(({ uri }) => uri.toString(true)).join(", ");
}
