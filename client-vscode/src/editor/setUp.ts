import * as vscode from "vscode";
import type { BundledWheel } from "../environment/bundledWheel";
import { Cancelled, createEnvironment } from "../environment/createEnvironment";

export interface SetUpInput {
  readonly python: string;
  readonly wheel: BundledWheel;
  readonly storage: string;
  readonly log: vscode.LogOutputChannel;
  /** Ends the work when the extension ends. */
  readonly abandoned: AbortSignal;
}

/** Make the private environment, with progress; false where the person cancelled it. */
export async function setUp(input: SetUpInput): Promise<boolean> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: "Setting up Seismograd",
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const cancel = new AbortController();
    token.onCancellationRequested(() => cancel.abort());
    try {
      await createEnvironment({
        ...input,
        signal: AbortSignal.any([cancel.signal, input.abandoned]),
        report: (message) => progress.report({ message }),
        log: (line) => input.log.info(line),
      });
      return true;
    } catch (error) {
      if (error instanceof Cancelled) {
        return false;
      }
      throw error;
    }
  });
}
