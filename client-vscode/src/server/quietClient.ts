import { LanguageClient } from "vscode-languageclient/node";

/** Writes its troubles to the log; the session decides which of them people must see. */
export class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}
