import { expect, it, vi } from "vitest";
import type * as vscode from "vscode";
import { ServerOfWindow } from "../../src/editor/serverOfWindow";

/** As the editor's channels: closed ones refuse what is written to them. */
class Channel {
  readonly lines: string[] = [];
  isClosed = false;

  info(line: string): void {
    if (this.isClosed) {
      throw new Error("Channel has been closed");
    }
    this.lines.push(line);
  }

  dispose(): void {
    this.isClosed = true;
  }
}

const channels = vi.hoisted((): Channel[] => []);

vi.mock("vscode", async (original) => ({
  ...(await original<typeof vscode>()),
  window: {
    createOutputChannel: () => {
      const channel = new Channel();
      channels.push(channel);
      return channel;
    },
  },
}));

it("writes to its logs until the end has come", async () => {
  const subscriptions: vscode.Disposable[] = [];
  const server = new ServerOfWindow({
    subscriptions,
    extension: { packageJSON: { version: "1.2.3" } },
    extensionPath: "/no/such/folder",
    globalStorageUri: { fsPath: "/no/such/folder" },
  } as unknown as vscode.ExtensionContext);
  const starting = server.session.refresh();
  const ended = server.end();
  // The editor does not wait for the end before it disposes of the rest.
  subscriptions.forEach((one) => void one.dispose());
  await Promise.all([starting, ended]);
  expect(channels[0]?.lines.at(-1)).toBe("stopped: The server has been stopped.");
  expect(channels.map(({ isClosed }) => isClosed)).toEqual([true, true]);
});
