import * as vscode from "vscode";
import { ModelError } from "./modelError";
import { NO_MODEL } from "./wire";

const PREFERRED_VENDOR = "copilot";

/** Some editors made from VS Code have no language models at all. */
export function hasLanguageModels(): boolean {
  return typeof (vscode as Partial<typeof vscode>).lm?.selectChatModels === "function";
}

/** The model named as `vendor/family` or `family`; without a name the editor's usual one. */
export async function selectModel(name: string | null): Promise<vscode.LanguageModelChat> {
  const found = hasLanguageModels() ? await findModel(name) : undefined;
  if (found === undefined) {
    throw new ModelError(NO_MODEL, noModelText(name));
  }
  return found;
}

function findModel(name: string | null): Promise<vscode.LanguageModelChat | undefined> {
  return name === null || name === "" ? usualModel() : modelNamed(name);
}

async function modelNamed(name: string): Promise<vscode.LanguageModelChat | undefined> {
  const slash = name.indexOf("/");
  const family = name.slice(slash + 1);
  const selector = slash < 0 ? { family } : { vendor: name.slice(0, slash), family };
  return (await vscode.lm.selectChatModels(selector))[0];
}

async function usualModel(): Promise<vscode.LanguageModelChat | undefined> {
  const [preferred] = await vscode.lm.selectChatModels({ vendor: PREFERRED_VENDOR });
  return preferred ?? (await vscode.lm.selectChatModels())[0];
}

function noModelText(name: string | null): string {
  return name === null || name === ""
    ? "The editor offers no language model. Sign in to one, or choose another provider in " +
        "the setting seismograd.llm.provider."
    : `The editor offers no language model "${name}". Change the setting seismograd.llm.model.`;
}
