import * as vscode from "vscode";
import type { CandidateSource, Origin } from "../python/candidate";
import { within } from "../process/within";
import { fileFolders } from "./folders";

const PATIENCE_MS = 10_000;

/** Another extension that knows which Python a folder uses. */
export interface NeighbourKind<Api> {
  readonly origin: Origin;
  readonly id: string;
  isApi(exported: unknown): exported is Api;
  pythonOf(api: Api, scope: vscode.Uri | undefined): Promise<string | undefined>;
  onChange(api: Api, listener: () => void): vscode.Disposable;
}

/** Asks another extension, where it is installed, and listens to its changes from then on. */
export class Neighbour<Api> implements CandidateSource, vscode.Disposable {
  readonly origin: Origin;
  #listening: vscode.Disposable | undefined;

  constructor(
    private readonly kind: NeighbourKind<Api>,
    private readonly onChange: () => void,
  ) {
    this.origin = kind.origin;
  }

  async find(): Promise<readonly string[]> {
    const api = await this.#api();
    if (api === undefined) {
      return [];
    }
    this.#listening ??= this.kind.onChange(api, this.onChange);
    const scopes = fileFolders().map((folder) => folder.uri);
    const asked = (scopes.length === 0 ? [undefined] : scopes).map((scope) =>
      within(this.kind.pythonOf(api, scope), PATIENCE_MS, `${this.kind.id} gave no answer`),
    );
    return (await Promise.all(asked)).filter((python) => python !== undefined);
  }

  async #api(): Promise<Api | undefined> {
    const extension = vscode.extensions.getExtension<unknown>(this.kind.id);
    if (extension === undefined) {
      return undefined;
    }
    const activating = Promise.resolve(extension.activate());
    const exported = await within(activating, PATIENCE_MS, `${this.kind.id} did not activate`);
    return this.kind.isApi(exported) ? exported : undefined;
  }

  dispose(): void {
    this.#listening?.dispose();
  }
}
