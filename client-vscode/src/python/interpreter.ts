import { versionText } from "./version";
import type { Version } from "./version";

/** A Python that can run the server, and whether it has one. */
export interface Interpreter {
  readonly kind: "interpreter";
  /** The real interpreter behind a launcher or a shim. */
  readonly executable: string;
  readonly version: Version;
  /** Version of the Seismograd that is installed there; undefined where there is none. */
  readonly seismograd: string | undefined;
  /** Why the Seismograd that is installed there cannot be used; undefined where all is well. */
  readonly trouble?: string | undefined;
  /** Folder whose content changes when packages are installed. */
  readonly packages: string;
}

export function nameOf({ executable, version }: Interpreter): string {
  return `Python ${versionText(version)} at ${executable}`;
}

/** A file that cannot run the server, with the reason for people. */
export interface Unusable {
  readonly kind: "unusable";
  readonly reason: string;
}

export type ProbeResult = Interpreter | Unusable;
