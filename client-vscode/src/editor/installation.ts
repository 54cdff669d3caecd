import * as vscode from "vscode";
import { bundledWheel } from "../environment/bundledWheel";
import type { BundledWheel } from "../environment/bundledWheel";
import { findEnvironments, pythonIn } from "../environment/environmentFolder";
import type { Candidate } from "../python/candidate";
import { probe } from "../python/probe";
import { ProbeCache } from "../python/probeCache";
import type { Resolution } from "../server/resolution";
import { resolve } from "../server/resolution";
import { chooseInterpreter } from "./chooseInterpreter";
import { setUp } from "./setUp";

/** Which Seismograd this window can start, and the making of one where there is none. */
export class Installation implements vscode.Disposable {
  readonly #probes = new ProbeCache(probe);
  readonly #abandon = new AbortController();
  readonly #wheel: Promise<BundledWheel | undefined>;
  readonly #storage: string;

  constructor(
    context: vscode.ExtensionContext,
    private readonly candidates: () => AsyncIterable<Candidate>,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#wheel = bundledWheel(context.extensionPath);
    this.#storage = context.globalStorageUri.fsPath;
  }

  async resolve(): Promise<Resolution> {
    const resolution = await resolve({
      trusted: vscode.workspace.isTrusted,
      candidates: this.candidates(),
      probe: (path) => this.#probes.get(path),
      privatePythons: () => this.#privatePythons(),
    });
    for (const { candidate, reason } of resolution.rejected) {
      this.log.info(`not used (${candidate.origin}): ${reason}`);
    }
    return resolution;
  }

  /** Make the private environment from this Python; false where the person cancelled it. */
  async setUp(python: string): Promise<boolean> {
    const wheel = await this.#wheel;
    if (wheel === undefined) {
      throw new Error("This build of the extension carries no server. Install a released one.");
    }
    const { log } = this;
    return setUp({ python, wheel, storage: this.#storage, log, abandoned: this.#abandon.signal });
  }

  async choose(): Promise<void> {
    await chooseInterpreter(this.candidates(), (path) => this.#probes.get(path));
  }

  /** Look at every interpreter anew. */
  forget(): void {
    this.#probes.clear();
  }

  dispose(): void {
    this.#abandon.abort();
  }

  async #privatePythons(): Promise<string[]> {
    const wheel = await this.#wheel;
    const folders = wheel === undefined ? [] : await findEnvironments(this.#storage, wheel);
    return folders.map(pythonIn);
  }
}
