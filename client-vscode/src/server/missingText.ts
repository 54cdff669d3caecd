import { nameOf } from "../python/interpreter";
import type { Interpreter } from "../python/interpreter";
import { NEEDED_PYTHON } from "../python/version";
import { objectionTo } from "./resolution";
import type { Missing, Rejected } from "./resolution";

const REASONS_SHOWN = 2;
const REINSTALL = "Install it there anew (pip install --force-reinstall seismograd).";

/** What is missing and why, in sentences. */
export function missingText({ base, rejected }: Missing): string {
  if (base !== undefined) {
    return [...settingReasons(rejected), ...baseReasons(base, rejected)].join(" ");
  }
  const reasons = rejected.slice(0, REASONS_SHOWN).map(({ reason }) => `${reason}.`);
  const advice = `Install Python ${NEEDED_PYTHON} or newer, or name one in the setting seismograd.python.`;
  return [`No Python that can run Seismograd was found.`, ...reasons, advice].join(" ");
}

/** What is wrong with interpreters that a person has set: they expect them to be used. */
export function settingReasons(rejected: readonly Rejected[]): string[] {
  return rejected
    .filter(isSet)
    .map(({ reason }) => `The setting seismograd.python cannot be used: ${reason}.`);
}

function baseReasons(base: Interpreter, rejected: readonly Rejected[]): string[] {
  const broken = objectionTo(base);
  if (broken === undefined) {
    return [`Seismograd is not installed in ${nameOf(base)}.`];
  }
  const isTold = rejected.some((one) => isSet(one) && one.reason === broken);
  return [...(isTold ? [] : [`${broken}.`]), REINSTALL];
}

function isSet({ candidate }: Rejected): boolean {
  return candidate.origin === "setting";
}
