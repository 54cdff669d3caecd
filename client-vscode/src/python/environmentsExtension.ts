import type { Disposable, Event, Uri } from "vscode";

export const ENVIRONMENTS_EXTENSION = "ms-python.vscode-python-envs";

/** As much of the extension's interface as is used here. */
export interface EnvironmentsApi {
  getEnvironment(scope: Uri | undefined): Promise<Environment | undefined>;
  readonly onDidChangeEnvironment: Event<unknown>;
}

interface Environment {
  readonly execInfo?: { readonly run?: { readonly executable?: string } };
}

export async function environmentPython(
  api: EnvironmentsApi,
  scope: Uri | undefined,
): Promise<string | undefined> {
  return (await api.getEnvironment(scope))?.execInfo?.run?.executable;
}

export function onEnvironmentChange(api: EnvironmentsApi, listener: () => void): Disposable {
  return api.onDidChangeEnvironment(listener);
}

/** The extension exports nothing where it is switched off. */
export function isEnvironmentsApi(exported: unknown): exported is EnvironmentsApi {
  return typeof (exported as Partial<EnvironmentsApi> | undefined)?.getEnvironment === "function";
}
