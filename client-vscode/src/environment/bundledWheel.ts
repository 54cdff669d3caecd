import { readFile } from "node:fs/promises";
import * as path from "node:path";

/** The server as it ships inside the extension. */
export interface BundledWheel {
  readonly file: string;
  readonly version: string;
  readonly sha256: string;
  /** What the server needs: exact versions with the hashes of their files, as pip reads them. */
  readonly requirements: string;
}

/** Read the note beside the wheel; undefined where the extension was built without one. */
export async function bundledWheel(extensionFolder: string): Promise<BundledWheel | undefined> {
  const folder = path.join(extensionFolder, "bundled");
  try {
    const text = await readFile(path.join(folder, "wheel.json"), "utf8");
    const note = JSON.parse(text) as BundledWheel;
    const beside = (name: string): string => path.join(folder, name);
    return { ...note, file: beside(note.file), requirements: beside(note.requirements) };
  } catch {
    return undefined;
  }
}
