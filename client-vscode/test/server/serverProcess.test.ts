import { existsSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { describe, expect, it } from "vitest";
import type { Launch } from "../../src/server/launch";
import { moduleArguments } from "../../src/server/launch";
import { endAllServers, ServerProcess } from "../../src/server/serverProcess";
import { eventually, processExists, program, temporaryFolder } from "../fakes/programs";

const started = (python: string): ServerProcess => {
  const launch: Launch = { python, version: "0", origin: "a test", trusted: true };
  return new ServerProcess(launch, () => undefined);
};

const closed = (server: ServerProcess): Promise<void> =>
  new Promise((resolve) => server.child.once("close", () => resolve()));

/** A server that heeds nothing, with a child of its own; tells both ids. */
function stubborn(): { file: string; pids: () => number[] } {
  const note = path.join(temporaryFolder(), "pids");
  const file = program(`trap '' TERM INT HUP\nsleep 60 &\necho "$$ $!" > ${note}.new
mv ${note}.new ${note}\nwhile true; do sleep 1; done`);
  const pids = (): number[] =>
    existsSync(note) ? readFileSync(note, "utf8").trim().split(" ").map(Number) : [];
  return { file, pids };
}

describe("the process of a server", () => {
  it("is started with the working folder off the module path", () => {
    expect(moduleArguments("seismograd.lsp")).toEqual(["-P", "-m", "seismograd.lsp"]);
  });

  it("is killed with its children when it does not leave", async () => {
    const { file, pids } = stubborn();
    const server = started(file);
    expect(await eventually(() => pids().length === 2)).toBe(true);
    await server.end(100);
    expect(await eventually(() => !pids().some(processExists))).toBe(true);
  });

  it("takes its children along when it leaves by itself", async () => {
    const note = path.join(temporaryFolder(), "pid");
    const server = started(program(`sleep 60 >/dev/null 2>&1 </dev/null &\necho $! > ${note}`));
    await closed(server);
    await server.end(100);
    expect(await eventually(() => !processExists(Number(readFileSync(note, "utf8"))))).toBe(true);
  });

  it("is among those that end with the window", async () => {
    const { file, pids } = stubborn();
    const server = started(file);
    expect(await eventually(() => pids().length === 2)).toBe(true);
    endAllServers();
    expect(await eventually(() => !pids().some(processExists))).toBe(true);
    await server.end(0);
  });

  it("leaves last words: how it ended, and what it said", async () => {
    const failed = started(program("echo one >&2; echo 'No module named x' >&2; exit 3"));
    await closed(failed);
    expect(failed.lastWords).toBe("exit status 3: No module named x");
    const killed = started(program("echo a warning >&2; kill -9 $$"));
    await closed(killed);
    expect(killed.lastWords).toBe("killed by SIGKILL");
  });

  it("says that a file could not be started", async () => {
    const server = started("/no/such/python");
    await closed(server);
    expect(server.lastWords).toContain("ENOENT");
  });
});
