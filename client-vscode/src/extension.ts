import * as vscode from "vscode";
import { ServerOfWindow } from "./editor/serverOfWindow";
import { registerUi } from "./ui/index";

/** When the first line of the bundle ran; loading is part of what the editor waits for. */
declare const seismogradLoadStart: number;
const loadMs = performance.now() - seismogradLoadStart;

let server: ServerOfWindow | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const start = performance.now();
  const own = new ServerOfWindow(context);
  server = own;
  context.subscriptions.push(
    vscode.commands.registerCommand("seismograd.restart", () => own.restart()),
    vscode.commands.registerCommand("seismograd.setUp", () => own.setUp()),
  );
  registerUi(context, own.session);
  own.begin();
  const activateMs = performance.now() - start;
  own.session.log.info(`activated in ${Math.round(loadMs + activateMs)} ms`);
}

export async function deactivate(): Promise<void> {
  await server?.end();
  server = undefined;
}
