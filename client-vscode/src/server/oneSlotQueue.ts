/**
 * Runs one job at a time and keeps at most one waiting.
 *
 * Whoever asks while one waits shares it, and its urgency is the greatest that was asked for.
 */
export class OneSlotQueue {
  #running: Promise<void> | undefined;
  #waiting: { urgent: boolean; done: Promise<void> } | undefined;

  constructor(private readonly job: (urgent: boolean) => Promise<void>) {}

  request(urgent: boolean): Promise<void> {
    if (this.#waiting !== undefined) {
      this.#waiting.urgent ||= urgent;
      return this.#waiting.done;
    }
    if (this.#running === undefined) {
      return this.#run(urgent);
    }
    const done = this.#after(this.#running);
    this.#waiting = { urgent, done };
    return done;
  }

  async #after(previous: Promise<void>): Promise<void> {
    await previous.catch(() => undefined);
    const urgent = this.#waiting?.urgent ?? false;
    this.#waiting = undefined;
    await this.#run(urgent);
  }

  #run(urgent: boolean): Promise<void> {
    const running = this.job(urgent).finally(() => {
      if (this.#running === running) {
        this.#running = undefined;
      }
    });
    this.#running = running;
    return running;
  }
}
