import type * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { complete } from "./complete";
import { modelError } from "./errors";
import type { CompleteParams } from "./wire";

/** Answer the server's requests with the language model that the person has in the editor. */
export function registerLanguageModel(session: ServerSession): vscode.Disposable {
  return session.onRequest("seismograd/complete", async (params: CompleteParams, token) => {
    try {
      return await complete(session, params, token);
    } catch (error) {
      const { code, message } = modelError(error);
      session.log.warn(`The language model gave no answer: ${message}`);
      // Its library is slow to load and waits for the first server.
      const { ResponseError } = await import("vscode-languageclient/node");
      return new ResponseError(code, message);
    }
  });
}
