import { existsSync, statSync } from "node:fs";
import * as path from "node:path";

export interface PathContext {
  readonly home: string;
  /** The folder that the setting holds for; undefined where no folder is open. */
  readonly folder: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

/** The path that a person meant; a plain name stays one, to be looked up. */
export function expandPath(value: string, context: PathContext): string {
  const text = withoutVariables(value.trim(), context);
  if (isPlainName(text) || path.isAbsolute(text)) {
    return text;
  }
  return path.resolve(context.folder ?? context.home, text);
}

export function isPlainName(text: string): boolean {
  return !text.includes("/") && !text.includes(path.sep);
}

/** Environments are often named by their folder. */
export function interpreterAt(file: string): string {
  if (!isFolder(file)) {
    return file;
  }
  const inside = [path.join(file, "bin", "python"), path.join(file, "Scripts", "python.exe")];
  return inside.find((candidate) => existsSync(candidate)) ?? file;
}

/** What cannot be looked at is for the probe to tell of. */
function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
}

/** A variable that is not set stays as it is written, so that people see which one it was. */
function withoutVariables(text: string, { home, folder, environment }: PathContext): string {
  return text
    .replace(/^~(?=$|[/\\])/, () => home)
    .replace(/\$\{userHome\}/g, () => home)
    .replace(/\$\{workspaceFolder\}/g, () => folder ?? home)
    .replace(/\$\{env:([^}]+)\}/g, (written, name: string) => environment[name] ?? written);
}
