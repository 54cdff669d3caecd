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
import { onPath, PYTHON_NAMES } from "../python/onPath";
import {
  activePython,
  isPythonApi,
  onActiveChange,
  PYTHON_EXTENSION,
} from "../python/pythonExtension";
import { fileFolders } from "./folders";
import { Neighbour } from "./neighbour";
import { settingSource } from "./pythonSetting";

const pathSource: CandidateSource = {
  origin: "path",
  find: () => onPath(PYTHON_NAMES, process.env.PATH),
};

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
    const folders = fileFolders().map(({ uri }) => uri.fsPath);
    const sources = [settingSource, ...(isTrusted ? this.#neighbours : []), pathSource];
    for await (const candidate of discover(sources, this.#note)) {
      if (isTrusted || !isInside(candidate.path, folders)) {
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
