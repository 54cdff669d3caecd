/** Why an environment could not be made, and what to do about it. */
export class SetUpFailure extends Error {
  override readonly name = "SetUpFailure";
}

/** This Python cannot install anything. */
export class MissingPip extends SetUpFailure {}

/** What takes part in setting up, to be named in advice. */
export interface SetUpPlace {
  readonly storage: string;
  readonly python: string;
}

interface Symptom {
  readonly failure?: typeof SetUpFailure;
  readonly pattern: RegExp;
  readonly advice: (place: SetUpPlace) => string;
}

const NEEDED_MB = 80;

const SYMPTOMS: readonly Symptom[] = [
  {
    pattern: /ENOSPC|No space left on device|not enough space|Disk quota exceeded|EDQUOT/i,
    advice: ({ storage }) =>
      `The disk is full. Free about ${NEEDED_MB} MB where ${storage} lies, and in the folder for ` +
      "temporary files, and set up again.",
  },
  {
    pattern: /spawn [^\n]*(EACCES|EPERM)|failed to map segment/i,
    advice: ({ storage }) =>
      `The system lets no program run in ${storage}. Allow it, or install Seismograd yourself ` +
      "(pip install seismograd) and name that interpreter in the setting seismograd.python.",
  },
  {
    // Making a folder on a read-only disk is said to miss its parent.
    pattern: /EROFS|EACCES|EPERM|ENOENT[^\n]*mkdir|ENOTDIR|Read-only file system|Permission denied/i,
    advice: ({ storage }) =>
      `The folder ${storage} cannot be written. Make it writable, or install Seismograd yourself ` +
      "(pip install seismograd) and name that interpreter in the setting seismograd.python.",
  },
  {
    failure: MissingPip,
    pattern: /ensurepip is (not available|disabled)|No module named '?(venv|ensurepip|pip)/i,
    advice: ({ python }) =>
      `The Python at ${python} has no pip to install with. Install it (on Debian and Ubuntu: ` +
      "apt install python3-venv) and set up again, or name another interpreter in the setting seismograd.python.",
  },
  {
    pattern: /DO NOT MATCH THE HASHES/i,
    advice: () =>
      "The package index gave other files than the ones Seismograd was tested with (see the log). " +
      "Check the index that pip is configured with, or install Seismograd yourself " +
      "(pip install seismograd) and name that interpreter in the setting seismograd.python.",
  },
  {
    pattern:
      /NewConnectionError|ConnectTimeout|ReadTimeout|Max retries|name resolution|No matching distribution|Could not find a version|ProxyError|SSLError|Network is unreachable|Connection refused/i,
    advice: () =>
      "pip could not get the packages that Seismograd needs. Check the network, or the index " +
      "and proxy that pip is configured with, and set up again.",
  },
];

/** Turn what went wrong into advice; what is not recognised is quoted. */
export function setUpFailure(step: string, output: string, place: SetUpPlace): SetUpFailure {
  const known = SYMPTOMS.find(({ pattern }) => pattern.test(output));
  const Failure = known?.failure ?? SetUpFailure;
  return new Failure(known?.advice(place) ?? `${step} failed: ${lastLine(output)}`);
}

function lastLine(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  return lines.findLast((line) => line !== "") ?? "it said nothing";
}
