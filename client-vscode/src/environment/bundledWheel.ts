import { readFile } from "node:fs/promises";
import * as path from "node:path";

/** The server as it ships inside the extension. */
export interface BundledWheel {
  readonly file: string;
  readonly version: string;
  readonly sha256: string;
}

/** Read the note beside the wheel; undefined where the extension was built without one. */
export async function bundledWheel(extensionFolder: string): Promise<BundledWheel | undefined> {
  const folder = path.join(extensionFolder, "bundled");
  try {
    const text = await readFile(path.join(folder, "wheel.json"), "utf8");
    const note = JSON.parse(text) as BundledWheel;
    return { ...note, file: path.join(folder, note.file) };
  } catch {
    return undefined;
  }
}
