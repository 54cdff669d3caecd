import { existsSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import {
  registerReproduceTools,
  type ReproduceInput,
  type ReproduceTool,
} from "../../src/ui/agents/reproduceTools";
import { eventually, processExists, program, temporaryFolder } from "../fakes/programs";
import { FakeSession } from "../fakes/session";

/** Answers with the name of the tool; some scripts make it do something else. */
const SERVER = `
const { appendFileSync } = require("node:fs");
const { createInterface } = require("node:readline");
const log = (entry) => appendFileSync(process.env.LOG ?? LOG, JSON.stringify(entry) + "\\n");
const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
let asking;
log({ pid: process.pid, args: process.argv.slice(1) });
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  log({ id, method, params, result, error });
  if (id === "q1") {
    const text = result?.content.text ?? error.message;
    send({ id: asking, result: { content: [{ type: "text", text }], isError: false } });
  }
  if (method !== "tools/call") return;
  const { script = "" } = params.arguments;
  if (script === "endless") return;
  if (script.startsWith("asks")) {
    asking = id;
    const messages = [{ role: "user", content: { type: "text", text: "Does it follow?" } }];
    send({ id: "q1", method: "sampling/createMessage", params: { messages, systemPrompt: "Read." } });
    if (script === "asks and withdraws") {
      send({ method: "notifications/cancelled", params: { requestId: "q1" } });
    }
    return;
  }
  if (script === "ends the server") { console.error("out of memory"); process.exit(3); }
  const { progressToken } = params._meta;
  send({ method: "notifications/progress", params: { progressToken, message: "Running" } });
  const isError = script === "refused";
  const text = isError ? "The script is empty." : params.name;
  send({ id, result: { content: [{ type: "text", text }], isError } });
}).on("close", () => process.exit(0));
`;

interface Entry {
  pid?: number;
  args?: string[];
  id?: number | string;
  method?: string;
  params?: { requestId?: number; name?: string; arguments?: object };
}

const workspace = vscode.workspace as unknown as {
  workspaceFolders: unknown;
  isTrusted: boolean;
  settings: Record<string, unknown>;
};
const progress = { report: vi.fn() };
let log: string;
let fake: FakeSession;
let registration: vscode.Disposable | undefined;

beforeEach(() => {
  const folder = temporaryFolder();
  log = path.join(folder, "log");
  const source = `const LOG = ${JSON.stringify(log)};${SERVER}`;
  fake = new FakeSession();
  fake.launch.python = program(
    `exec '${process.execPath}' -e '${source.replaceAll("'", `'\\''`)}' -- "$@"`,
  );
  Object.assign(workspace, {
    workspaceFolders: [{ uri: vscode.Uri.file("/project") }],
    isTrusted: true,
    settings: {},
  });
  progress.report.mockClear();
  vi.mocked(vscode.window.withProgress).mockImplementation((_, task) =>
    task(progress, undefined as never),
  );
});

afterEach(() => {
  registration?.dispose();
});

function entries(): Entry[] {
  const lines = readFileSync(log, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Entry);
}

function tools(): Record<string, ReproduceTool> {
  const register = vi.mocked(vscode.lm.registerTool);
  register.mockClear();
  register.mockReturnValue(new vscode.Disposable(() => undefined));
  registration = registerReproduceTools(fake.session);
  return Object.fromEntries(register.mock.calls) as unknown as Record<string, ReproduceTool>;
}

function tool(name: string): ReproduceTool {
  const found = tools()[`seismograd_reproduce_${name}`];
  if (found === undefined) {
    throw new Error(`there is no tool ${name}`);
  }
  return found;
}

class Token {
  readonly emitter = new vscode.EventEmitter<void>();
  onCancellationRequested = this.emitter.event;
}

async function invoke(
  from: ReproduceTool,
  input: ReproduceInput,
  token: unknown = new Token(),
): Promise<string[]> {
  const result = await from.invoke({ input } as never, token as never);
  return result.content.map((part) => (part as { value: string }).value);
}

describe("the tools that reproduce", () => {
  it("are those that the extension contributes", () => {
    const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
      contributes: { languageModelTools: { name: string; when?: string }[] };
    };
    const contributed = manifest.contributes.languageModelTools.filter(
      ({ name }) => name !== "seismograd_check",
    );
    expect(Object.keys(tools())).toEqual(contributed.map(({ name }) => name));
    expect(contributed.every(({ when }) => when === "isWorkspaceTrusted")).toBe(true);
  });

  it("hand the call on to the server, and its answer and progress back", async () => {
    const start = tool("start");
    expect(await invoke(start, { report: "It fails." })).toEqual(["reproduce_start"]);
    expect(progress.report).toHaveBeenCalledWith({ message: "Running" });
    await invoke(start, { report: "It fails again." });
    const [begun, first, second, ...more] = entries();
    const options = ["-P", "-m", "seismograd.cli.main", "mcp", "--allow-run", "--root", "/project"];
    expect(begun?.args?.slice(-options.length)).toEqual(options);
    expect(first?.params).toMatchObject({
      name: "reproduce_start",
      arguments: { report: "It fails." },
    });
    expect(second?.method).toBe("tools/call");
    expect(more).toEqual([]);
  });

  it("run where the settings of the editor say", async () => {
    workspace.settings = { python: "/env/python", sandbox: "process" };
    await invoke(tool("finish"), { id: "x" });
    const args = entries()[0]?.args?.slice(-4);
    expect(args).toEqual(["--python", "/env/python", "--sandbox", "process"]);
  });

  it("throw what the server refuses, in its words", async () => {
    await expect(invoke(tool("try"), { script: "refused" })).rejects.toThrow(
      "The script is empty.",
    );
  });

  it("tell the server what is cancelled, and go on", async () => {
    const attempt = tool("try");
    const token = new Token();
    const call = invoke(attempt, { script: "endless" }, token);
    expect(await eventually(() => existsSync(log) && entries().length === 2)).toBe(true);
    token.emitter.fire();
    await expect(call).rejects.toThrow("cancelled");
    expect(await invoke(attempt, { script: "" })).toEqual(["reproduce_try"]);
    const cancelled = entries().find(({ method }) => method === "notifications/cancelled");
    expect(cancelled?.params?.requestId).toBe(1);
  });

  it("start the server anew when it has ended", async () => {
    const attempt = tool("try");
    await expect(invoke(attempt, { script: "ends the server" })).rejects.toThrow("out of memory");
    expect(await invoke(attempt, { script: "" })).toEqual(["reproduce_try"]);
    expect(entries().filter(({ pid }) => pid !== undefined)).toHaveLength(2);
  });

  it("end the server with the window", async () => {
    await invoke(tool("start"), { report: "It fails." });
    const pid = entries()[0]?.pid ?? 0;
    expect(processExists(pid)).toBe(true);
    registration?.dispose();
    expect(await eventually(() => !processExists(pid))).toBe(true);
  });

  it("say so where no server can be started", async () => {
    workspace.workspaceFolders = [];
    await expect(invoke(tool("start"), {})).rejects.toThrow("open a folder");
    workspace.workspaceFolders = [{ uri: vscode.Uri.file("/project") }];
    fake.launch.python = "/no/such/python";
    await expect(invoke(tool("start"), {})).rejects.toThrow("/no/such/python");
  });
});

describe("a second reader", () => {
  const answering = (text: string) => ({
    vendor: "copilot",
    family: "m1",
    sendRequest: vi.fn(async (_messages: unknown, _options: unknown, token: unknown) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if ((token as vscode.CancellationToken).isCancellationRequested) {
        throw new vscode.CancellationError();
      }
      return { text: [text] };
    }),
  });

  it("is the language model of the editor, where the settings name it", async () => {
    workspace.settings = { "llm.provider": "editor" };
    const model = answering("no");
    vi.mocked(vscode.lm.selectChatModels).mockResolvedValue([model] as never);
    expect(await invoke(tool("try"), { script: "asks" })).toEqual(["no"]);
    const [messages] = model.sendRequest.mock.calls[0] ?? [];
    expect(JSON.stringify(messages)).toContain("Does it follow?");
    const introduced = entries().find(({ method }) => method === "initialize");
    expect(introduced?.params).toMatchObject({ capabilities: { sampling: {} } });
  });

  it("that refuses says so, and is not asked once the question is withdrawn", async () => {
    workspace.settings = { "llm.provider": "editor" };
    vi.mocked(vscode.lm.selectChatModels).mockResolvedValue([] as never);
    const [refusal] = await invoke(tool("try"), { script: "asks" });
    expect(refusal).toContain("offers no language model");
    vi.mocked(vscode.lm.selectChatModels).mockResolvedValue([answering("no")] as never);
    const [cancelled] = await invoke(tool("try"), { script: "asks and withdraws" });
    expect(cancelled).toContain("was cancelled");
  });

  it("is not offered with other providers", async () => {
    workspace.settings = { "llm.provider": "none" };
    await invoke(tool("start"), { report: "It fails." });
    expect(entries().some(({ method }) => method === "initialize")).toBe(false);
  });
});

describe("before anything runs", () => {
  it("a person is asked, and sees what is to run", () => {
    const shown = (name: string, input: ReproduceInput): string | undefined => {
      const prepared = tool(name).prepareInvocation({ input });
      return (prepared.confirmationMessages?.message as { value: string } | undefined)?.value;
    };
    expect(shown("start", { report: "It fails." })).toContain("It fails.");
    expect(shown("try", { script: "import net" })).toContain("import net");
    expect(shown("try", { script: "x".repeat(5_000) })).toContain("and 1000 more characters");
    expect(shown("finish", {})).toContain(".seismograd/reproductions");
    expect(shown("criteria", {})).toBeUndefined();
  });

  it("the workspace must be trusted", async () => {
    const every = Object.values(tools());
    expect(every).toHaveLength(4);
    workspace.isTrusted = false;
    for (const one of every) {
      expect(() => one.prepareInvocation({ input: {} })).toThrow("not trusted");
      await expect(invoke(one, {})).rejects.toThrow("not trusted");
    }
  });

  it("nothing is offered where the editor knows no tools", () => {
    const lm = vscode.lm as Record<string, unknown>;
    const { registerTool } = lm;
    Object.assign(lm, { registerTool: undefined });
    expect(registerReproduceTools(fake.session)).toBeUndefined();
    Object.assign(lm, { registerTool });
  });
});
