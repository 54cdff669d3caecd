import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { callServer } from "../serverCommand";

/** Copy what a bug report should say about the editor, the extension and the server. */
export async function copyDebugInformation(session: ServerSession): Promise<void> {
  const parts = [await session.describe(), await serverPart(session)];
  await vscode.env.clipboard.writeText(parts.join("\n\n"));
  void vscode.window.showInformationMessage(
    "Seismograd: debug information was copied. It names folders and settings of this machine: " +
      "read it before you pass it on.",
  );
}

/** The server's part; a server that does not run is worth knowing about as well. */
async function serverPart(session: ServerSession): Promise<string> {
  try {
    const information = await callServer(session, "seismograd.debugInformation");
    return ["Server:", "```json", JSON.stringify(information, null, 2), "```"].join("\n");
  } catch (error) {
    return `Server: no answer (${error instanceof Error ? error.message : String(error)})`;
  }
}
