import { describe, expect, it, vi } from "vitest";
import type * as vscode from "vscode";
import { debugInformation } from "../../src/editor/debugInformation";

vi.mock("vscode", async (original) => ({
  ...(await original<typeof vscode>()),
  env: { appName: "Code", appHost: "desktop" },
  version: "1.100.0",
}));

describe("debug information", () => {
  it("says which interpreters were not used, and why", async () => {
    const text = await debugInformation({
      launch: { python: "/p", version: "1.0", origin: "the PATH", trusted: true },
      state: { kind: "running", detail: "It runs." },
      rejected: [
        { candidate: { origin: "setting", path: "/old" }, reason: "/old is Python 3.8.18" },
        { candidate: { origin: "own", path: "/own" }, reason: "/own does not exist" },
      ],
      version: "1.0",
    });
    expect(text).toContain("- Python: /p, from the PATH\n");
    expect(text).toContain("- Not used, from the setting seismograd.python: /old is Python 3.8.18\n");
    expect(text).toContain("- Not used, from its own environment: /own does not exist");
  });
});
