import { mkdirSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { CheckTool, uriOf } from "../../src/ui/agents/checkTool";
import { reportJson, reportText, type FindingsReport } from "../../src/ui/agents/findingsReport";
import { registerAgents } from "../../src/ui/agents/register";
import { temporaryFolder } from "../fakes/programs";
import { FakeSession } from "../fakes/session";

const report: FindingsReport = {
  version: 1,
  findings: [
    {
      code: "SG201",
      name: "missing-zero-grad",
      severity: "error",
      message: "Gradients are added up.",
      file: "train.py",
      range: { start: { line: 23, column: 9 }, end: { line: 23, column: 24 } },
      fixes: [{ title: "Insert optimiser.zero_grad()", safety: "safe" }],
    },
  ],
  errors: [{ file: "broken.py", message: "a syntax error" }],
};
const editor = vscode.workspace as { workspaceFolders: unknown };

beforeEach(() => {
  editor.workspaceFolders = [{ uri: vscode.Uri.file("/project") }];
});

describe("what a model is told", () => {
  it("is one line a finding", () => {
    expect(reportText(report).split("\n")).toEqual([
      "Seismograd found 1 deep-learning fault.",
      "train.py:23:9 error SG201 missing-zero-grad: Gradients are added up. " +
        "Fix: Insert optimiser.zero_grad() (safe).",
      "broken.py could not be checked in full: a syntax error",
    ]);
  });

  it("is plain where nothing was found", () => {
    const nothing = { version: 1, findings: [], errors: [] };
    expect(reportText(nothing)).toBe("Seismograd found no deep-learning fault.");
  });

  it("is cut where there is too much, and says so", () => {
    const many = { ...report, findings: Array(130).fill(report.findings[0]) as never, errors: [] };
    expect(reportText(many)).toContain("And 30 more");
    expect((JSON.parse(reportJson(many)) as FindingsReport).findings).toHaveLength(100);
  });
});

describe("the check tool", () => {
  it("asks for the files named and hands back text and JSON", async () => {
    const fake = new FakeSession({ "workspace/executeCommand": report });
    const input = { paths: ["train.py", "/other/net.py"] };
    const result = await new CheckTool(fake.session).invoke({ input } as never, {} as never);
    expect(fake.asked[0]?.params).toEqual({
      command: "seismograd.findings",
      arguments: [{ uris: ["file:///project/train.py", "file:///other/net.py"] }],
    });
    const [text, json] = result.content.map((part) => (part as { value: string }).value);
    expect(text).toContain("SG201");
    expect(JSON.parse(json ?? "")).toEqual(report);
  });

  it("checks the workspace where no file is named, and says which it does", async () => {
    const fake = new FakeSession({ "workspace/executeCommand": report });
    const tool = new CheckTool(fake.session);
    expect(tool.prepareInvocation({ input: {} }).invocationMessage).toContain("the workspace");
    await tool.invoke({ input: {} } as never, {} as never);
    expect(fake.asked[0]?.params).toMatchObject({ arguments: [{ uris: [] }] });
  });

  it("takes paths as models write them", () => {
    const paths = ["a.py", "file:///x/b.py", "/y/c.py"];
    expect(paths.map((name) => uriOf(name).path)).toEqual(["/project/a.py", "/x/b.py", "/y/c.py"]);
  });

  it("finds the folder that a path belongs to", () => {
    const [one, other] = [temporaryFolder(), temporaryFolder()];
    editor.workspaceFolders = [
      { uri: vscode.Uri.parse("github:/far"), name: "far" },
      { uri: vscode.Uri.file(one), name: "one" },
      { uri: vscode.Uri.file(other), name: "other" },
    ];
    mkdirSync(path.join(other, "nets"));
    const file = path.join(other, "nets", "train.py");
    writeFileSync(file, "");
    const written = ["nets/train.py", "other/nets/train.py", "none.py"];
    expect(written.map((name) => uriOf(name).path)).toEqual([file, file, `${one}/none.py`]);
  });
});

describe("what an editor is offered", () => {
  it("starts the MCP server with the interpreter of the language server", async () => {
    registerAgents(new FakeSession().session);
    const register = vi.mocked(vscode.lm.registerMcpServerDefinitionProvider);
    const [id, provider] = register.mock.calls[0] ?? [];
    expect(id).toBe("seismograd.mcp");
    expect(await provider?.provideMcpServerDefinitions({} as never)).toMatchObject([
      {
        command: "/env/bin/python",
        args: ["-P", "-m", "seismograd.cli.main", "mcp", "--root", "/project"],
        version: "1.2.3",
      },
    ]);
  });

  it("lets the MCP server look at every folder on a disk, and says when they change", async () => {
    const register = vi.mocked(vscode.lm.registerMcpServerDefinitionProvider);
    register.mockClear();
    registerAgents(new FakeSession().session);
    const provider = register.mock.calls[0]?.[1];
    const changed = vi.fn();
    provider?.onDidChangeMcpServerDefinitions?.(changed);
    editor.workspaceFolders = [
      { uri: vscode.Uri.parse("github:/far") },
      { uri: vscode.Uri.file("/one") },
      { uri: vscode.Uri.file("/other") },
    ];
    (vscode.workspace as unknown as { folders: vscode.EventEmitter<void> }).folders.fire();
    expect(changed).toHaveBeenCalledOnce();
    const [definition] = (await provider?.provideMcpServerDefinitions({} as never)) ?? [];
    expect((definition as vscode.McpStdioServerDefinition).args.slice(4)).toEqual([
      ...["--root", "/one"],
      ...["--root", "/other"],
    ]);
    expect((definition as vscode.McpStdioServerDefinition).cwd?.path).toBe("/one");
  });

  it("is nothing where it knows neither tools nor MCP", () => {
    const lm = vscode.lm as Record<string, unknown>;
    const { registerTool, registerMcpServerDefinitionProvider } = lm;
    Object.assign(lm, { registerTool: undefined, registerMcpServerDefinitionProvider: undefined });
    expect(registerAgents(new FakeSession().session)).toEqual([]);
    Object.assign(lm, { registerTool, registerMcpServerDefinitionProvider });
  });
});
