import { existsSync } from "node:fs";
import { homedir } from "node:os";
import * as path from "node:path";

/** A folder to start programs in that is no workspace; some accounts have a home only by name. */
export function workingFolder(): string {
  const home = homedir();
  return existsSync(home) ? home : path.parse(home).root;
}
