import * as vscode from "vscode";
import type { CompleteParams } from "./wire";

/** The conversation as the editor's models take it: they know no system text of their own. */
export function chatMessages(params: CompleteParams): vscode.LanguageModelChatMessage[] {
  const turns = params.messages.map(({ role, content }) => chatMessage(role, content));
  return params.system ? [chatMessage("user", params.system), ...turns] : turns;
}

function chatMessage(role: string, content: string): vscode.LanguageModelChatMessage {
  return role === "assistant"
    ? vscode.LanguageModelChatMessage.Assistant(content)
    : vscode.LanguageModelChatMessage.User(content);
}
