export const TOLERATED_CRASHES = 4;
const WINDOW_MS = 3 * 60_000;

/** Counts crashes: one that comes alone is mended, one after the other is not. */
export class CrashLimit {
  #times: number[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  /** Note a crash; false where there were too many of late to try again. */
  note(): boolean {
    const time = this.now();
    this.#times = [...this.#times.filter((earlier) => time - earlier < WINDOW_MS), time];
    return this.#times.length <= TOLERATED_CRASHES;
  }

  forget(): void {
    this.#times = [];
  }
}
