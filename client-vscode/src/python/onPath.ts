import { access, constants, stat } from "node:fs/promises";
import * as path from "node:path";

const ON_WINDOWS = process.platform === "win32";

export const PYTHON_NAMES: readonly string[] = ["python3", "python", ...(ON_WINDOWS ? ["py"] : [])];

/** For machines whose usual Python is too old. */
export const NAMES_WITH_VERSION: readonly string[] = ON_WINDOWS
  ? []
  : ["python3.14", "python3.13", "python3.12", "python3.11"];

/** The first file of each name on the search path, each file once. */
export async function onPath(
  names: readonly string[],
  searchPath: string | undefined,
): Promise<string[]> {
  const found = await Promise.all(names.map((name) => firstOf(name, foldersOf(searchPath))));
  return [...new Set(found.filter((file) => file !== undefined))];
}

/** Relative folders are left out: what they mean depends on where the editor was started. */
function foldersOf(searchPath: string | undefined): string[] {
  return (searchPath ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
}

async function firstOf(name: string, folders: readonly string[]): Promise<string | undefined> {
  const file = ON_WINDOWS && path.extname(name) === "" ? `${name}.exe` : name;
  for (const folder of folders) {
    const candidate = path.join(folder, file);
    if (await isExecutable(candidate)) {
      return candidate;
    }
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return !(await isFolder(file));
  } catch {
    return false;
  }
}

/** Programs of the Microsoft Store can be run and not looked at. */
async function isFolder(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory();
  } catch {
    return false;
  }
}
