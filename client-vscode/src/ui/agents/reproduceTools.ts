import * as vscode from "vscode";
import { fileFolders } from "../../editor/folders";
import { settingFor } from "../../editor/pythonSetting";
import { workingFolder } from "../../process/workingFolder";
import { moduleArguments } from "../../server/launch";
import type { ServerSession } from "../../server/session";
import { type McpCommand, McpProcess } from "./mcpProcess";
import { sampleWithEditor } from "./sampling";

/** What a model hands in; the server checks it. */
export interface ReproduceInput {
  id?: string;
  report?: string;
  script?: string;
}

interface Kind {
  readonly progress: string;
  readonly confirmation?: (input: ReproduceInput) => vscode.LanguageModelToolConfirmationMessages;
}

const MOST_SHOWN = 4_000;
const KINDS: Record<string, Kind> = {
  reproduce_start: {
    progress: "Starting to reproduce the bug",
    confirmation: ({ report = "" }) =>
      confirmation(
        "Reproduce this bug?",
        "Seismograd starts an interpreter with this project's packages in a sandbox.",
        { text: report, language: "markdown" },
      ),
  },
  reproduce_criteria: { progress: "Setting the criteria" },
  reproduce_try: {
    progress: "Trying a script",
    confirmation: ({ script = "" }) =>
      confirmation(
        "Run this script?",
        "Seismograd runs it with the project's code in a sandbox, on a copy of the project.",
        { text: script, language: "python" },
      ),
  },
  reproduce_finish: {
    progress: "Finishing the reproduction",
    confirmation: () =>
      confirmation(
        "Finish the reproduction?",
        "Seismograd repeats the script that holds in a sandbox, and writes the result to " +
          "`.seismograd/reproductions`.",
      ),
  },
};

/** One of the tools `seismograd_reproduce_*`: asks first, and never runs in untrusted workspaces. */
export class ReproduceTool implements vscode.LanguageModelTool<ReproduceInput> {
  constructor(
    private readonly name: string,
    private readonly kind: Kind,
    private readonly server: ReproduceServer,
  ) {}

  prepareInvocation({
    input,
  }: vscode.LanguageModelToolInvocationPrepareOptions<ReproduceInput>): vscode.PreparedToolInvocation {
    demandTrust();
    const invocationMessage = this.kind.progress;
    const { confirmation } = this.kind;
    return confirmation === undefined
      ? { invocationMessage }
      : { invocationMessage, confirmationMessages: confirmation(input) };
  }

  async invoke(
    { input }: vscode.LanguageModelToolInvocationOptions<ReproduceInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    demandTrust();
    const options = { location: vscode.ProgressLocation.Window, title: "Seismograd" };
    const texts = await vscode.window.withProgress(options, (progress) =>
      this.server.call(this.name, input, token, (message) => progress.report({ message })),
    );
    return new vscode.LanguageModelToolResult(
      texts.map((text) => new vscode.LanguageModelTextPart(text)),
    );
  }
}

/** The `seismograd mcp` behind the tools: started with the first call, anew where it has to be. */
export class ReproduceServer implements vscode.Disposable {
  #process: McpProcess | undefined;
  #startedWith = "";

  constructor(private readonly session: ServerSession) {}

  call(...args: Parameters<McpProcess["call"]>): Promise<string[]> {
    return this.#running().call(...args);
  }

  dispose(): void {
    this.#process?.dispose();
    this.#process = undefined;
  }

  /** With other folders, settings or another interpreter it is another server. */
  #running(): McpProcess {
    const command = commandOf(this.session);
    const { provider, name } = secondReader();
    const wanted = JSON.stringify({ command, provider, name });
    if (this.#process?.isAlive !== true || this.#startedWith !== wanted) {
      this.dispose();
      const sample = provider === "editor" ? sampleWithEditor(this.session, name) : undefined;
      this.#process = new McpProcess(command, (line) => this.session.log.warn(line), sample);
      this.#startedWith = wanted;
    }
    return this.#process;
  }
}

function commandOf({ launch }: ServerSession): McpCommand {
  const [first, ...others] = fileFolders();
  if (launch === undefined || first === undefined) {
    throw new Error("Seismograd is not running: open a folder and set up Seismograd first.");
  }
  const roots = [first, ...others].flatMap(({ uri }) => ["--root", uri.fsPath]);
  const options = [...roots, ...runOptions(first)];
  const args = moduleArguments("seismograd.cli.main", "mcp", "--allow-run", ...options);
  return { python: launch.python, args, cwd: workingFolder() };
}

/** Nothing is sent to the editor's language model unless the settings name it. */
function secondReader(): { provider: string | null; name: string | null } {
  const configuration = vscode.workspace.getConfiguration("seismograd", fileFolders()[0]?.uri);
  const setting = (key: string): string | null => configuration.get<string | null>(key) ?? null;
  return { provider: setting("llm.provider"), name: setting("llm.model") };
}

/** The settings of the editor count before those of the project. */
function runOptions(folder: vscode.WorkspaceFolder): string[] {
  const configuration = vscode.workspace.getConfiguration("seismograd", folder.uri);
  const python = settingFor(folder);
  const sandbox = configuration.get<string | null>("sandbox");
  return [
    ...(python === undefined ? [] : ["--python", python]),
    ...(typeof sandbox === "string" ? ["--sandbox", sandbox] : []),
  ];
}

function demandTrust(): void {
  if (!vscode.workspace.isTrusted) {
    throw new Error("Nothing is run in a workspace that is not trusted.");
  }
}

function confirmation(
  title: string,
  sentence: string,
  quoted?: { text: string; language: string },
): vscode.LanguageModelToolConfirmationMessages {
  const message = new vscode.MarkdownString(sentence);
  if (quoted !== undefined) {
    // As code: what a report or a model writes is not to look like words of ours.
    message.appendCodeblock(shortened(quoted.text), quoted.language);
  }
  return { title, message };
}

function shortened(text: string): string {
  const left = text.length - MOST_SHOWN;
  return left > 0 ? `${text.slice(0, MOST_SHOWN)}\n… and ${left} more characters` : text;
}

/** Offer the tools where the editor has language-model tools. */
export function registerReproduceTools(session: ServerSession): vscode.Disposable | undefined {
  const { lm } = vscode as Partial<typeof vscode>;
  const models = lm as Partial<typeof vscode.lm> | undefined;
  if (models?.registerTool === undefined) {
    return undefined;
  }
  const server = new ReproduceServer(session);
  const tools = Object.entries(KINDS).map(([name, kind]) =>
    vscode.lm.registerTool(`seismograd_${name}`, new ReproduceTool(name, kind, server)),
  );
  return vscode.Disposable.from(server, ...tools);
}
