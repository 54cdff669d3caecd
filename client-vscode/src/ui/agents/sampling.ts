import type * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { complete } from "../languageModel/complete";

/** What the server asks for in `sampling/createMessage`, as far as it ever does. */
export interface SamplingParams {
  readonly messages: { role: "user" | "assistant"; content: { text: string } }[];
  readonly systemPrompt?: string;
}

export interface SamplingResult {
  readonly role: "assistant";
  readonly content: { type: "text"; text: string };
  readonly model: string;
}

export type Sample = (
  params: SamplingParams,
  token: vscode.CancellationToken,
) => Promise<SamplingResult>;

/** Answers with the language model of the editor, which asks for consent itself. */
export function sampleWithEditor(session: ServerSession, name: string | null): Sample {
  return async ({ messages, systemPrompt = null }, token) => {
    const turns = messages.map(({ role, content }) => ({ role, content: content.text }));
    const question = { messages: turns, system: systemPrompt, model: name, stream: null };
    const { text, model } = await complete(session, question, token);
    return { role: "assistant", content: { type: "text", text }, model };
  };
}
