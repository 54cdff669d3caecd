import { describe, expect, it } from "vitest";
import { OneSlotQueue } from "../../src/server/oneSlotQueue";

function watched(): { queue: OneSlotQueue; runs: boolean[]; finish: (fail?: boolean) => void } {
  const runs: boolean[] = [];
  const ends: ((fail: boolean) => void)[] = [];
  const queue = new OneSlotQueue((urgent) => {
    runs.push(urgent);
    return new Promise((resolve, reject) => {
      ends.push((fail) => (fail ? reject(new Error("failed")) : resolve()));
    });
  });
  return { queue, runs, finish: (fail = false) => ends.shift()?.(fail) };
}

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe("a queue with one place", () => {
  it("runs at once where nothing runs", () => {
    const { queue, runs } = watched();
    void queue.request(false);
    expect(runs).toEqual([false]);
  });

  it("lets any number of requests wait for one run", async () => {
    const { queue, runs, finish } = watched();
    const first = queue.request(false);
    const later = [queue.request(false), queue.request(false), queue.request(false)];
    finish();
    await first;
    await rest();
    expect(runs).toHaveLength(2);
    finish();
    await Promise.all(later);
    expect(runs).toHaveLength(2);
  });

  it("gives the waiting run the greatest urgency that was asked for", async () => {
    const { queue, runs, finish } = watched();
    void queue.request(false);
    void queue.request(true);
    void queue.request(false);
    finish();
    await rest();
    expect(runs).toEqual([false, true]);
  });

  it("goes on after a failure, and tells only who asked for it", async () => {
    const { queue, runs, finish } = watched();
    const first = queue.request(false);
    const second = queue.request(false);
    finish(true);
    await expect(first).rejects.toThrow("failed");
    await rest();
    finish();
    await expect(second).resolves.toBeUndefined();
    expect(runs).toHaveLength(2);
  });

  it("never runs two at a time, also when asked in the moment between", async () => {
    const { queue, runs, finish } = watched();
    const first = queue.request(false);
    void queue.request(false);
    const between = first.then(() => queue.request(false));
    finish();
    await rest();
    expect(runs).toHaveLength(2);
    finish();
    await between;
  });
});
