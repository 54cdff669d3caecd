import type { Disposable, Event, Uri } from "vscode";

export const PYTHON_EXTENSION = "ms-python.python";

/** As much of the extension's interface as is used here. */
export interface PythonApi {
  readonly environments: {
    getActiveEnvironmentPath(scope?: Uri): { readonly path: string };
    resolveEnvironment(environment: {
      readonly path: string;
    }): Promise<ResolvedEnvironment | undefined>;
    readonly onDidChangeActiveEnvironmentPath: Event<unknown>;
  };
}

interface ResolvedEnvironment {
  readonly executable: { readonly uri: Uri | undefined };
}

export async function activePython(
  { environments }: PythonApi,
  scope: Uri | undefined,
): Promise<string | undefined> {
  const active = environments.getActiveEnvironmentPath(scope);
  const resolved = await environments.resolveEnvironment(active);
  return resolved?.executable.uri?.fsPath;
}

export function onActiveChange({ environments }: PythonApi, listener: () => void): Disposable {
  return environments.onDidChangeActiveEnvironmentPath(listener);
}

export function isPythonApi(exported: unknown): exported is PythonApi {
  const environments = (exported as Partial<PythonApi> | undefined)?.environments;
  return typeof environments?.getActiveEnvironmentPath === "function";
}
