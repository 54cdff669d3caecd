import { existsSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { expect, it } from "vitest";
import { endAllRuns, run } from "../../src/process/run";
import { eventually, processExists, program, temporaryFolder } from "../fakes/programs";

it("leaves nothing running when the window closes", async () => {
  const note = path.join(temporaryFolder(), "pid");
  const silent = program(`echo $$ > "${note}.part"; mv "${note}.part" "${note}"; sleep 600`);
  const running = run(silent, [], { timeoutMs: 60_000 });
  expect(await eventually(() => existsSync(note))).toBe(true);
  endAllRuns();
  expect((await running).code).toBeNull();
  expect(processExists(Number(readFileSync(note, "utf8")))).toBe(false);
});

it("does not wait for a grandchild that got away with the output", async () => {
  const away = program("setsid sleep 600 & echo $!; sleep 600");
  const began = Date.now();
  const { ended, stdout } = await run(away, [], { timeoutMs: 500 });
  expect(ended).toBe("timeout");
  expect(Date.now() - began).toBeLessThan(20_000);
  process.kill(Number(stdout), "SIGKILL");
});
