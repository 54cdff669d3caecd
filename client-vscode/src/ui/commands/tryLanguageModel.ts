import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { callServer } from "../serverCommand";

/** Ask the language model that is set a small question, so that the person sees whether it works. */
export async function tryLanguageModel(session: ServerSession): Promise<void> {
  const answer = await callServer<{ text: string; model: string }>(
    session,
    "seismograd.tryLanguageModel",
  );
  void vscode.window.showInformationMessage(`${answer.model} answers: ${answer.text}`);
}
