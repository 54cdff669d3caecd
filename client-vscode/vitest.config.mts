import { defineConfig } from "vitest/config";

/** Outside an editor its module does not exist: unit tests get a small one. */
const vscode = new URL("test/fakes/vscode.ts", import.meta.url).pathname;

export default defineConfig({
  resolve: { alias: { vscode } },
  test: { include: ["test/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 2 },
});
