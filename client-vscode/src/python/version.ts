export type Version = readonly [major: number, minor: number, patch: number];

/** What the server needs, as its package says too. */
export const OLDEST_PYTHON: Version = [3, 11, 0];

export function isAtLeast(version: Version, needed: Version): boolean {
  for (const [index, part] of version.entries()) {
    const wanted = needed[index] ?? 0;
    if (part !== wanted) {
      return part > wanted;
    }
  }
  return true;
}

export function versionText(version: Version): string {
  return version.join(".");
}

/** `3.11` for people, who do not care for the patch. */
export const NEEDED_PYTHON = OLDEST_PYTHON.slice(0, 2).join(".");
