import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { describe, expect, it } from "vitest";
import { isInside } from "../../src/python/insideFolders";
import { onPath } from "../../src/python/onPath";
import { expandPath, interpreterAt, isPlainName } from "../../src/python/settingPath";
import { program, temporaryFolder } from "../fakes/programs";

const context = { home: "/home/ada", folder: "/projects/net", environment: { ENVS: "/envs" } };

describe("the path that a setting means", () => {
  it.each([
    ["~/envs/dl/bin/python", "/home/ada/envs/dl/bin/python"],
    [".venv/bin/python", "/projects/net/.venv/bin/python"],
    ["./.venv/bin/python", "/projects/net/.venv/bin/python"],
    ["${workspaceFolder}/.venv/bin/python", "/projects/net/.venv/bin/python"],
    ["${userHome}/py/bin/python", "/home/ada/py/bin/python"],
    ["${env:ENVS}/dl/bin/python", "/envs/dl/bin/python"],
    ["${env:UNSET}", "${env:UNSET}"],
    ["${env:UNSET}/bin/python", "/projects/net/${env:UNSET}/bin/python"],
    ["  /usr/bin/python3 ", "/usr/bin/python3"],
    ["python3.12", "python3.12"],
    ["~ada/python", "/projects/net/~ada/python"],
  ])("%s is %s", (written, meant) => {
    expect(expandPath(written, context)).toBe(meant);
  });

  it("does not look into what a variable holds", () => {
    const odd = { ...context, folder: "/projects/${userHome}$&" };
    expect(expandPath("${workspaceFolder}/python", odd)).toBe("/projects/${userHome}$&/python");
  });

  it("starts at home where no folder is open", () => {
    expect(expandPath("py/bin/python", { ...context, folder: undefined })).toBe(
      "/home/ada/py/bin/python",
    );
  });

  it("knows a name to look up from a path", () => {
    expect([isPlainName("python3"), isPlainName("bin/python3")]).toEqual([true, false]);
  });

  it("takes the folder of an environment for its interpreter", () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, "bin"));
    writeFileSync(path.join(folder, "bin", "python"), "");
    expect(interpreterAt(folder)).toBe(path.join(folder, "bin", "python"));
    expect(interpreterAt("/no/such/file")).toBe("/no/such/file");
  });

  it.each([`/${"a".repeat(5000)}`, "/with\0null", ""])("takes what cannot be one as it is", (odd) => {
    expect(interpreterAt(odd)).toBe(odd);
  });
});

describe("looking on the PATH", () => {
  it("takes the first of each name, in the order of the names", async () => {
    const [early, late] = [program("", "python"), program("", "python3")];
    const again = program("", "python");
    const search = [early, late, again].map((file) => path.dirname(file)).join(path.delimiter);
    expect(await onPath(["python3", "python", "py"], search)).toEqual([late, early]);
  });

  it("leaves out folders that have the name of a program", async () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, "python3"));
    const real = program("", "python3");
    const search = [folder, path.dirname(real)].join(path.delimiter);
    expect(await onPath(["python3", ""], search)).toEqual([real]);
  });

  it("leaves out relative folders and files that cannot be executed", async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, "python3"), "");
    const relative = path.relative(process.cwd(), path.dirname(program("", "python3")));
    expect(await onPath(["python3"], [relative, "", folder].join(path.delimiter))).toEqual([]);
    expect(await onPath(["python3"], undefined)).toEqual([]);
  });
});

describe("what lies in a workspace", () => {
  it("is what is under one of its folders", () => {
    expect(isInside("/projects/net/.venv/bin/python", ["/projects/net"])).toBe(true);
    expect(isInside("/projects/net/../net/python", ["/projects/net"])).toBe(true);
    expect(isInside("/projects/network/python", ["/projects/net"])).toBe(false);
    expect(isInside("/projects/net/..python", ["/projects/net"])).toBe(true);
    expect(isInside("/usr/bin/python3", [])).toBe(false);
  });

  it("is also what a link leads into, and what a link leads out of", () => {
    const [workspace, outside] = [temporaryFolder(), temporaryFolder()];
    const hidden = path.join(workspace, "python");
    writeFileSync(hidden, "");
    symlinkSync(hidden, path.join(outside, "python3"));
    symlinkSync(workspace, path.join(outside, "linked"));
    symlinkSync("/bin/sh", path.join(workspace, "python3"));
    expect(isInside(path.join(outside, "python3"), [workspace])).toBe(true);
    expect(isInside(path.join(outside, "linked", "python"), [workspace])).toBe(true);
    expect(isInside(path.join(workspace, "python3"), [workspace])).toBe(true);
    expect(isInside(path.join(workspace, "python"), [path.join(outside, "linked")])).toBe(true);
    expect(isInside(path.join(outside, "python4"), [workspace])).toBe(false);
  });
});
