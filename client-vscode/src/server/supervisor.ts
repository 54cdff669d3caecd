import { CrashLimit, TOLERATED_CRASHES } from "./crashLimit";
import type { Launch } from "./launch";
import { sameLaunch } from "./launch";
import { OneSlotQueue } from "./oneSlotQueue";
import type { Missing, Resolution } from "./resolution";
import type { ServerState } from "./session";

export interface RunningServer {
  stop(): Promise<void>;
  /** Settles, with what is known of the reason, when the server ends without being asked to. */
  readonly crashed: Promise<string>;
}

export interface Ports<Server extends RunningServer> {
  resolve(): Promise<Resolution>;
  start(launch: Launch): Promise<Server>;
  describeMissing(missing: Missing): string;
  onState(state: ServerState): void;
}

/** Keeps the right server running: starts, replaces, revives and stops it, one step at a time. */
export class Supervisor<Server extends RunningServer> {
  state: ServerState = { kind: "stopped", detail: "The server has not been started." };
  server: Server | undefined;
  launch: Launch | undefined;
  readonly #queue = new OneSlotQueue((force) => this.#renew(force));
  #ending = false;

  constructor(
    private readonly ports: Ports<Server>,
    private readonly crashes = new CrashLimit(),
  ) {}

  /** Start anew, whatever runs. */
  restart(): Promise<void> {
    this.crashes.forget();
    return this.#queue.request(true);
  }

  /** Start anew only where something else should run than does. */
  refresh(): Promise<void> {
    return this.#queue.request(false);
  }

  /** Stop for good. */
  async end(): Promise<void> {
    this.#ending = true;
    await this.#queue.request(true);
  }

  async #renew(force: boolean): Promise<void> {
    if (this.#ending) {
      await this.#stop();
      if (this.state.kind !== "stopped") {
        this.#enter("stopped", "The server has been stopped.");
      }
      return;
    }
    if (this.server === undefined) {
      this.#enter("starting", "Looking for Python.");
    }
    try {
      await this.#follow(await this.ports.resolve(), force);
    } catch (error) {
      await this.#giveUp(error, force);
    }
  }

  /** Let what was found run, where it does not run already. */
  async #follow(resolution: Resolution, force: boolean): Promise<void> {
    if (this.#ending) {
      return;
    }
    const launch = resolution.kind === "ready" ? resolution.launch : undefined;
    if (!force && this.server !== undefined && sameLaunch(launch, this.launch)) {
      return;
    }
    if (this.server !== undefined) {
      this.#enter("starting", "Replacing the server.");
    }
    await this.#stop();
    if (resolution.kind === "missing") {
      this.#enter("missing", this.ports.describeMissing(resolution));
    } else {
      await this.#start(resolution.launch);
    }
  }

  async #start(launch: Launch): Promise<void> {
    this.#enter("starting", `Starting from ${launch.python}.`);
    try {
      const server = await this.ports.start(launch);
      this.server = server;
      this.launch = launch;
      void server.crashed.then((reason) => this.#revive(server, reason));
      this.#enter("running", `Seismograd ${launch.version} from ${launch.python} (${launch.origin}).`);
    } catch (error) {
      this.#enter("failed", messageOf(error));
    }
  }

  /** Nothing is known of what to run; a server that nobody wants to restart may go on. */
  async #giveUp(error: unknown, force: boolean): Promise<void> {
    if (this.server !== undefined && !force) {
      return;
    }
    await this.#stop();
    this.#enter("failed", `No Python could be chosen: ${messageOf(error)}`);
  }

  async #stop(): Promise<void> {
    const server = this.server;
    this.server = undefined;
    this.launch = undefined;
    if (server !== undefined) {
      await server.stop();
    }
  }

  async #revive(server: Server, reason: string): Promise<void> {
    if (this.server !== server) {
      return;
    }
    this.server = undefined;
    if (this.crashes.note()) {
      this.#enter("starting", `The server ended (${reason}) and is started again.`);
      await server.stop();
      // Not by force: whoever else asked meanwhile may have started one.
      await this.#queue.request(false);
      return;
    }
    this.launch = undefined;
    // In the same words each time: people are told of the same thing once.
    const often = `The server ended more than ${TOLERATED_CRASHES} times in three minutes`;
    this.#enter("failed", `${often} (${reason}). Restart it when the cause is mended.`);
    await server.stop();
  }

  #enter(kind: ServerState["kind"], detail: string): void {
    this.state = { kind, detail };
    this.ports.onState(this.state);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
