/** How a server is started: an interpreter that has Seismograd. */
export interface Launch {
  readonly python: string;
  /** Version of Seismograd in that interpreter. */
  readonly version: string;
  /** Where the interpreter was found, for people. */
  readonly origin: string;
  readonly trusted: boolean;
}

/**
 * Arguments that run a module of Seismograd.
 *
 * `-P` keeps the working folder off the module path: a workspace with a folder of that name must
 * not be imported in place of the product.
 */
export function moduleArguments(module: string, ...rest: string[]): string[] {
  return ["-P", "-m", module, ...rest];
}

export function sameLaunch(one: Launch | undefined, other: Launch | undefined): boolean {
  return (
    one?.python === other?.python &&
    one?.version === other?.version &&
    one?.trusted === other?.trusted
  );
}
