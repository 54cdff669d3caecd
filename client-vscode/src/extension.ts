import * as vscode from "vscode";
import { ServerOfWindow } from "./editor/serverOfWindow";
import { registerUi } from "./ui/index";

/** When the first line of the bundle ran; loading is part of what the editor waits for. */
declare const seismogradLoadStart: number;

let server: ServerOfWindow | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const own = new ServerOfWindow(context);
  server = own;
  context.subscriptions.push(
    vscode.commands.registerCommand("seismograd.restart", () => own.restart()),
    vscode.commands.registerCommand("seismograd.setUp", () => own.setUp()),
  );
  registerUi(context, own.session);
  own.begin();
  const milliseconds = Math.round(performance.now() - seismogradLoadStart);
  own.session.log.info(`activated in ${milliseconds} ms`);
}

export async function deactivate(): Promise<void> {
  await server?.end();
  server = undefined;
}
