/** Why an environment could not be made, and what to do about it. */
export class SetUpFailure extends Error {
  override readonly name = "SetUpFailure";
}

/** This Python cannot install anything. */
export class MissingPip extends SetUpFailure {}

interface Symptom {
  readonly failure?: typeof SetUpFailure;
  readonly pattern: RegExp;
  readonly advice: (folder: string) => string;
}

const SYMPTOMS: readonly Symptom[] = [
  {
    pattern: /ENOSPC|No space left on device|not enough space|Disk quota exceeded|EDQUOT/i,
    advice: (folder) => `The disk is full. Free about 50 MB where ${folder} lies and set up again.`,
  },
  {
    // Making a folder on a read-only disk is said to miss its parent.
    pattern: /EROFS|EACCES|EPERM|ENOENT[^\n]*mkdir|ENOTDIR|Read-only file system|Permission denied/i,
    advice: (folder) =>
      `The folder ${folder} cannot be written. Make it writable, or install Seismograd yourself ` +
      "(pip install seismograd) and name that interpreter in the setting seismograd.python.",
  },
  {
    failure: MissingPip,
    pattern: /ensurepip is (not available|disabled)|No module named '?(venv|ensurepip|pip)/i,
    advice: () =>
      "This Python has no pip to install with. Install it (on Debian and Ubuntu: " +
      "apt install python3-venv), or name another interpreter in the setting seismograd.python.",
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
export function setUpFailure(step: string, output: string, folder: string): SetUpFailure {
  const known = SYMPTOMS.find(({ pattern }) => pattern.test(output));
  const Failure = known?.failure ?? SetUpFailure;
  return new Failure(known?.advice(folder) ?? `${step} failed: ${lastLine(output)}`);
}

function lastLine(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  return lines.findLast((line) => line !== "") ?? "it said nothing";
}
