import * as vscode from "vscode";
import type { Launch } from "../server/launch";
import type { ServerState } from "../server/session";

export interface DebugInput {
  readonly launch: Launch | undefined;
  readonly state: ServerState;
  readonly version: string;
}

/** The editor's side of a bug report. */
export function debugInformation({ launch, state, version }: DebugInput): Promise<string> {
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
  ];
  return Promise.resolve(facts.map(([name, value]) => `- ${name}: ${value}`).join("\n"));
}

function folders(): string {
  const open = vscode.workspace.workspaceFolders ?? [];
  return open.length === 0 ? "none" : open.map(({ uri }) => uri.toString(true)).join(", ");
}
