import * as path from "node:path";
import * as vscode from "vscode";
import type { Candidate, CandidateSource } from "../python/candidate";
import { discover } from "../python/discovery";
import {
  ENVIRONMENTS_EXTENSION,
  environmentPython,
  isEnvironmentsApi,
  onEnvironmentChange,
} from "../python/environmentsExtension";
import { isInside } from "../python/insideFolders";
import { NAMES_WITH_VERSION, onPath, PYTHON_NAMES } from "../python/onPath";
import {
  activePython,
  isPythonApi,
  onActiveChange,
  PYTHON_EXTENSION,
} from "../python/pythonExtension";
import { fileFolders } from "./folders";
import { Neighbour } from "./neighbour";
import { settingSource } from "./pythonSetting";

/** Where interpreters come from in this editor, in the order of preference. */
export class Interpreters implements vscode.Disposable {
  readonly #neighbours: readonly (CandidateSource & vscode.Disposable)[];

  constructor(
    private readonly log: vscode.LogOutputChannel,
    onChange: () => void,
  ) {
    this.#neighbours = [environments(onChange), python(onChange)];
  }

  /** An untrusted workspace has no say: nothing in it, and nobody who would look into it. */
  async *candidates(): AsyncGenerator<Candidate> {
    const { isTrusted } = vscode.workspace;
    const forbidden = isTrusted ? [] : fileFolders().map(({ uri }) => uri.fsPath);
    const neighbours = isTrusted ? this.#neighbours : [];
    const sources = [settingSource, ...neighbours, ...pathSources(forbidden)];
    for await (const candidate of discover(sources, this.#note)) {
      if (!isInside(candidate.path, forbidden)) {
        yield candidate;
      }
    }
  }

  readonly #note = (source: CandidateSource, error: unknown): void => {
    this.log.warn(`looking for Python (${source.origin}): ${String(error)}`);
  };

  dispose(): void {
    for (const neighbour of this.#neighbours) {
      neighbour.dispose();
    }
  }
}

function pathSources(forbidden: readonly string[]): CandidateSource[] {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const search = folders.filter((folder) => !isInside(folder, forbidden)).join(path.delimiter);
  return [
    { origin: "path", find: () => onPath(PYTHON_NAMES, search) },
    { origin: "versions", find: () => onPath(NAMES_WITH_VERSION, search) },
  ];
}

function environments(onChange: () => void): CandidateSource & vscode.Disposable {
  const kind = {
    origin: "environments",
    id: ENVIRONMENTS_EXTENSION,
    isApi: isEnvironmentsApi,
    pythonOf: environmentPython,
    onChange: onEnvironmentChange,
  } as const;
  return new Neighbour(kind, onChange);
}

function python(onChange: () => void): CandidateSource & vscode.Disposable {
  const kind = {
    origin: "python",
    id: PYTHON_EXTENSION,
    isApi: isPythonApi,
    pythonOf: activePython,
    onChange: onActiveChange,
  } as const;
  return new Neighbour(kind, onChange);
}
