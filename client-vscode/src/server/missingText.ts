import { NEEDED_PYTHON, versionText } from "../python/version";
import type { Missing, Rejected } from "./resolution";

const REASONS_SHOWN = 2;

/** What is missing and why, in sentences. */
export function missingText({ base, rejected }: Missing): string {
  if (base !== undefined) {
    const where = `Python ${versionText(base.version)} at ${base.executable}`;
    return [...settingReasons(rejected), `Seismograd is not installed in ${where}.`].join(" ");
  }
  const reasons = rejected.slice(0, REASONS_SHOWN).map(({ reason }) => `${reason}.`);
  const advice = `Install Python ${NEEDED_PYTHON} or newer, or name one in the setting seismograd.python.`;
  return [`No Python that can run Seismograd was found.`, ...reasons, advice].join(" ");
}

/** What is wrong with interpreters that a person has set: they expect them to be used. */
export function settingReasons(rejected: readonly Rejected[]): string[] {
  return rejected
    .filter(({ candidate }) => candidate.origin === "setting")
    .map(({ reason }) => `The setting seismograd.python cannot be used: ${reason}.`);
}
