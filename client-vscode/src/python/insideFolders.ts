import { realpathSync } from "node:fs";
import * as path from "node:path";

/** Whether a file lies in one of the folders, by its name or behind a link. */
export function isInside(file: string, folders: readonly string[]): boolean {
  const names = [path.resolve(file), real(file), real(path.dirname(file))];
  const roots = folders.flatMap((folder) => [path.resolve(folder), real(folder)]);
  return names.some((name) => roots.some((root) => holds(root, name)));
}

function holds(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function real(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}
