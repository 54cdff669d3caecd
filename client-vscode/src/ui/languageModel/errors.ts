import * as vscode from "vscode";
import { ModelError } from "./modelError";
import { BLOCKED, CANCELLED, NO_CONSENT, NO_MODEL, QUOTA } from "./wire";

const FAILED = -32803;

/** What went wrong with a model, as an error the server understands and a sentence for people. */
export function modelError(error: unknown): ModelError {
  if (error instanceof ModelError) {
    return error;
  }
  if (error instanceof vscode.CancellationError) {
    return new ModelError(CANCELLED, "The request to the language model was cancelled.");
  }
  const [code, sentence] = meaning(error);
  const detail = messageOf(error);
  return new ModelError(code, detail === "" ? sentence : `${sentence} (${detail})`);
}

function meaning(error: unknown): [number, string] {
  if (isAboutQuota(error)) {
    return [QUOTA, "The quota of the language model is used up. Try again later."];
  }
  const known = vscode.LanguageModelError as typeof vscode.LanguageModelError | undefined;
  if (known === undefined || !(error instanceof known)) {
    return [FAILED, "The language model failed."]; // some forks have models but not their errors
  }
  switch (error.code) {
    case known.NoPermissions().code:
      return [
        NO_CONSENT,
        "Seismograd may not use the language model. Allow it when the editor asks, or under " +
          '"Manage Language Model Access".',
      ];
    case known.Blocked().code:
      return [BLOCKED, "The language model refused the request."];
    case known.NotFound().code:
      return [NO_MODEL, "The language model is no longer there."];
    default:
      return [FAILED, "The language model failed."];
  }
}

/** Providers name a spent quota in their own words, often in the cause only. */
function isAboutQuota(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const words = [error, cause].map((each) => `${codeOf(each)} ${messageOf(each)}`).join(" ");
  return /quota|rate.?limit|too many requests|\b429\b/i.test(words);
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" || typeof code === "number" ? String(code) : "";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
