import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { modelError } from "./errors";
import { chatMessages } from "./messages";
import { selectModel } from "./selectModel";
import type { CompleteParams, CompleteResult } from "./wire";

const JUSTIFICATION =
  "Seismograd asks a language model to help with faults in deep-learning code, as the setting " +
  "seismograd.llm.provider says.";

/** Ask the model; fragments are passed on as they come where a stream was named. */
export async function complete(
  session: ServerSession,
  params: CompleteParams,
  token: vscode.CancellationToken,
): Promise<CompleteResult> {
  try {
    const model = await selectModel(params.model);
    const options = { justification: JUSTIFICATION };
    const answer = await model.sendRequest(chatMessages(params), options, token);
    const text = await read(session, params.stream, answer, token);
    return { text, model: `${model.vendor}/${model.family}` };
  } catch (error) {
    throw modelError(token.isCancellationRequested ? new vscode.CancellationError() : error);
  }
}

async function read(
  session: ServerSession,
  stream: string | null,
  answer: vscode.LanguageModelChatResponse,
  token: vscode.CancellationToken,
): Promise<string> {
  let whole = "";
  for await (const text of answer.text) {
    if (token.isCancellationRequested) {
      throw new vscode.CancellationError();
    }
    whole += text;
    if (stream !== null) {
      await session.notify("seismograd/completion", { stream, text });
    }
  }
  return whole;
}
