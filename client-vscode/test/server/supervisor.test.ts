import { describe, expect, it, vi } from "vitest";
import { CrashLimit } from "../../src/server/crashLimit";
import type { Launch } from "../../src/server/launch";
import type { Resolution } from "../../src/server/resolution";
import type { ServerState } from "../../src/server/session";
import { Supervisor } from "../../src/server/supervisor";
import type { RunningServer } from "../../src/server/supervisor";

const launch = (python: string, trusted = true): Launch => ({
  python,
  version: "0.1.0",
  origin: "the PATH",
  trusted,
});
const ready = (python: string, trusted = true): Resolution => ({
  kind: "ready",
  launch: launch(python, trusted),
  rejected: [],
});
const missing: Resolution = { kind: "missing", base: undefined, rejected: [] };

class FakeServer implements RunningServer {
  crash!: (reason: string) => void;
  readonly crashed = new Promise<string>((resolve) => (this.crash = resolve));
  readonly stop = vi.fn(() => Promise.resolve());

  constructor(readonly launch: Launch) {}
}

function supervised(first: Resolution) {
  const world = {
    resolution: first,
    resolve: () => Promise.resolve(world.resolution),
    failure: undefined as Error | undefined,
    now: 0,
  };
  const servers: FakeServer[] = [];
  const states: ServerState[] = [];
  const supervisor = new Supervisor<FakeServer>(
    {
      resolve: () => world.resolve(),
      start: (given) => {
        if (world.failure !== undefined) {
          return Promise.reject(world.failure);
        }
        const server = new FakeServer(given);
        servers.push(server);
        return Promise.resolve(server);
      },
      describeMissing: () => "no Python",
      onState: (state) => states.push(state),
    },
    new CrashLimit(() => world.now),
  );
  const kinds = (): string[] => states.map(({ kind }) => kind);
  return { supervisor, world, servers, kinds };
}

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe("keeping a server running", () => {
  it("starts one and says from where", async () => {
    const { supervisor, kinds } = supervised(ready("/a"));
    await supervisor.refresh();
    expect(kinds().at(-1)).toBe("running");
    expect(supervisor.state.detail).toBe("Seismograd 0.1.0 from /a (the PATH).");
  });

  it("leaves it alone while nothing changes", async () => {
    const { supervisor, servers } = supervised(ready("/a"));
    await supervisor.refresh();
    await Promise.all([supervisor.refresh(), supervisor.refresh()]);
    expect(servers).toHaveLength(1);
  });

  it("replaces it when another interpreter is to be used", async () => {
    const { supervisor, servers, world } = supervised(ready("/a"));
    await supervisor.refresh();
    world.resolution = ready("/b");
    await supervisor.refresh();
    expect(servers.map((server) => server.launch.python)).toEqual(["/a", "/b"]);
    expect(servers[0]?.stop).toHaveBeenCalledOnce();
  });

  it("replaces it when the workspace becomes trusted", async () => {
    const { supervisor, servers, world } = supervised(ready("/a", false));
    await supervisor.refresh();
    world.resolution = ready("/a", true);
    await supervisor.refresh();
    expect(servers.map((server) => server.launch.trusted)).toEqual([false, true]);
  });

  it("stops it when there is nothing to run any more", async () => {
    const { supervisor, servers, world, kinds } = supervised(ready("/a"));
    await supervisor.refresh();
    world.resolution = missing;
    await supervisor.refresh();
    expect(servers[0]?.stop).toHaveBeenCalledOnce();
    expect(kinds().at(-1)).toBe("missing");
    expect(supervisor.launch).toBeUndefined();
  });

  it("restarts once for a storm of wishes", async () => {
    const { supervisor, servers } = supervised(ready("/a"));
    await Promise.all([1, 2, 3, 4, 5].map(() => supervisor.restart()));
    expect(servers).toHaveLength(2);
    expect(servers[0]?.stop).toHaveBeenCalledOnce();
  });

  it("says why one did not start, and tries again when asked", async () => {
    const { supervisor, servers, world } = supervised(ready("/a"));
    world.failure = new Error("The server did not start: exit status 1.");
    await supervisor.refresh();
    expect(supervisor.state).toEqual({
      kind: "failed",
      detail: "The server did not start: exit status 1.",
    });
    world.failure = undefined;
    await supervisor.restart();
    expect(servers).toHaveLength(1);
  });

  it("says why nothing was found out about interpreters, and tries again when asked", async () => {
    const { supervisor, world } = supervised(ready("/a"));
    const { resolve } = world;
    world.resolve = () => Promise.reject(new Error("too many open files"));
    await supervisor.refresh();
    expect(supervisor.state.kind).toBe("failed");
    expect(supervisor.state.detail).toContain("too many open files");
    world.resolve = resolve;
    await supervisor.refresh();
    expect(supervisor.state.kind).toBe("running");
  });

  it("leaves the server alone where nothing was found out about interpreters", async () => {
    const { supervisor, servers, world } = supervised(ready("/a"));
    await supervisor.refresh();
    world.resolve = () => Promise.reject(new Error("too many open files"));
    await supervisor.refresh();
    expect(servers[0]?.stop).not.toHaveBeenCalled();
    expect(supervisor.state.kind).toBe("running");
  });

  it("starts none when it ends while looking for Python", async () => {
    const { supervisor, servers, world, kinds } = supervised(ready("/a"));
    let answer: (resolution: Resolution) => void = () => undefined;
    world.resolve = () => new Promise((resolve) => (answer = resolve));
    void supervisor.refresh();
    const ended = supervisor.end();
    answer(world.resolution);
    await ended;
    expect(servers).toHaveLength(0);
    expect(kinds().at(-1)).toBe("stopped");
  });

  it("ends for good", async () => {
    const { supervisor, servers, kinds } = supervised(ready("/a"));
    await supervisor.refresh();
    await supervisor.end();
    await supervisor.refresh();
    expect(servers).toHaveLength(1);
    expect(servers[0]?.stop).toHaveBeenCalledOnce();
    expect(kinds().at(-1)).toBe("stopped");
  });
});

describe("a server that ends by itself", () => {
  it("is started again", async () => {
    const { supervisor, servers, kinds } = supervised(ready("/a"));
    await supervisor.refresh();
    servers[0]?.crash("killed by SIGKILL");
    await rest();
    expect(servers).toHaveLength(2);
    expect(kinds().at(-1)).toBe("running");
  });

  it("is given up when it happens too often, until somebody restarts it", async () => {
    const { supervisor, servers } = supervised(ready("/a"));
    await supervisor.refresh();
    for (let crash = 0; crash < 5; crash += 1) {
      servers.at(-1)?.crash("killed by SIGSEGV");
      await rest();
    }
    expect(servers).toHaveLength(5);
    expect(supervisor.state.kind).toBe("failed");
    const { detail } = supervisor.state;
    expect(detail).toContain("more than 4 times in three minutes (killed by SIGSEGV)");
    await supervisor.refresh();
    servers.at(-1)?.crash("killed by SIGSEGV");
    await rest();
    expect(supervisor.state.detail).toBe(detail);
    await supervisor.restart();
    expect(supervisor.state.kind).toBe("running");
  });

  it("is started again for ever where it happens seldom", async () => {
    const { supervisor, servers, world } = supervised(ready("/a"));
    await supervisor.refresh();
    for (let crash = 0; crash < 12; crash += 1) {
      world.now += 60_000;
      servers.at(-1)?.crash("exit status 1");
      await rest();
    }
    expect(servers).toHaveLength(13);
  });

  it("is started once where another reason to start one was at hand", async () => {
    const { supervisor, servers, world } = supervised(ready("/a"));
    await supervisor.refresh();
    let answer: (resolution: Resolution) => void = () => undefined;
    world.resolve = () => new Promise((resolve) => (answer = resolve));
    const refreshed = supervisor.refresh();
    servers[0]?.crash("exit status 1");
    await rest();
    world.resolve = () => Promise.resolve(world.resolution);
    answer(world.resolution);
    await refreshed;
    await rest();
    expect(servers).toHaveLength(2);
    expect(servers[1]?.stop).not.toHaveBeenCalled();
  });

  it("is not said to have failed while its successor runs", async () => {
    const { supervisor, servers } = supervised(ready("/a"));
    await supervisor.refresh();
    for (let crash = 0; crash < 4; crash += 1) {
      servers.at(-1)?.crash("exit status 1");
      await rest();
    }
    let stopped: () => void = () => undefined;
    servers.at(-1)?.stop.mockReturnValue(new Promise((resolve) => (stopped = resolve)));
    servers.at(-1)?.crash("exit status 1");
    await rest();
    await supervisor.refresh();
    stopped();
    await rest();
    expect(supervisor.state.kind).toBe("running");
    expect(supervisor.launch?.python).toBe("/a");
  });

  it("is not started again when it was stopped", async () => {
    const { supervisor, servers } = supervised(ready("/a"));
    await supervisor.refresh();
    await supervisor.end();
    servers[0]?.crash("exit status 0");
    await rest();
    expect(servers).toHaveLength(1);
  });
});
