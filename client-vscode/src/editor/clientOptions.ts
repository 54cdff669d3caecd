import * as vscode from "vscode";
import type { LanguageClientOptions, Middleware } from "vscode-languageclient/node";
import type { Launch } from "../server/launch";
import { hasLanguageModels } from "../ui/languageModel/selectModel";
import { withPageLinks } from "../ui/pages/pageLinks";
import { noteRepair } from "../ui/walkthrough/repairsTaken";
import { settingFor } from "./pythonSetting";

const SCHEMES = ["file", "untitled", "vscode-notebook-cell"];

/** Files whose values a patch can change: the server has to know their unsaved text. */
const CONFIGURATION = "**/*.{yaml,yml,toml,json}";

export function clientOptions(
  launch: Launch,
  outputChannel: vscode.LogOutputChannel,
): LanguageClientOptions {
  return {
    documentSelector: [
      ...SCHEMES.map((scheme) => ({ scheme, language: "python" })),
      { scheme: "file", pattern: CONFIGURATION },
    ],
    outputChannel,
    traceOutputChannel: outputChannel,
    initializationOptions: {
      trusted: launch.trusted,
      languageModel: hasLanguageModels(),
      briefHover: true,
      // Its scope in package.json: a folder's settings cannot hold it.
      baseUrlIsMachineScoped: true,
    },
    middleware: MIDDLEWARE,
  };
}

const MIDDLEWARE: Middleware = {
  provideHover: async (document, position, token, next) =>
    withPageLinks(await next(document, position, token)),
  resolveCodeAction: (action, token, next) => noteRepair(next(action, token)),
  workspace: {
    /** The server gets the path that a person meant, not the one they wrote. */
    configuration: async (params, token, next) => {
      const answer = await next(params, token);
      if (!Array.isArray(answer)) {
        return answer;
      }
      return answer.map((value, index) => withPython(value, params.items[index]?.scopeUri));
    },
  },
};

function withPython(value: unknown, scope: string | undefined): unknown {
  if (typeof value !== "object" || value === null || !("python" in value)) {
    return value;
  }
  const folder = scope === undefined ? undefined : folderOf(vscode.Uri.parse(scope));
  return { ...value, python: settingFor(folder) ?? null };
}

function folderOf(uri: vscode.Uri): vscode.WorkspaceFolder | undefined {
  return vscode.workspace.getWorkspaceFolder(uri);
}
