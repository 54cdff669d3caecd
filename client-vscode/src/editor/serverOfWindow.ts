import * as vscode from "vscode";
import { debounce } from "../process/debounce";
import { endAllRuns } from "../process/run";
import { missingText } from "../server/missingText";
import type { Resolution } from "../server/resolution";
import { endAllServers } from "../server/serverProcess";
import { Advice } from "./advice";
import { ClientSession } from "./clientSession";
import { isAllVirtual } from "./folders";
import { Installation } from "./installation";
import { Interpreters } from "./interpreters";
import { Notices } from "./notices";
import { PYTHON_SETTING } from "./pythonSetting";
import { noteVirtualFolders } from "./virtualFolderNotice";

const CHANGES_PAUSE_MS = 300;
const END_LIMIT_MS = 4_000;

/** Everything that keeps the server of one window going. */
export class ServerOfWindow {
  readonly session: ClientSession;
  readonly #installation: Installation;
  readonly #notices: Notices;
  readonly #advice: Advice;
  readonly #refreshSoon = debounce(() => void this.session.refresh(), CHANGES_PAUSE_MS);
  readonly #channels: readonly vscode.Disposable[];
  #settingUp: Promise<void> | undefined;

  constructor(private readonly context: vscode.ExtensionContext) {
    const log = vscode.window.createOutputChannel("Seismograd", { log: true });
    const serverLog = vscode.window.createOutputChannel("Seismograd Server", { log: true });
    const interpreters = new Interpreters(log, this.#refreshSoon);
    this.#installation = new Installation(context, () => interpreters.candidates(), log);
    this.#notices = new Notices(log);
    this.#advice = new Advice(this.#notices, context.globalState, {
      setUp: () => this.setUp(),
      choose: () => this.#installation.choose(),
      restart: () => this.restart(),
      showLogs: () => log.show(),
    });
    this.session = new ClientSession({
      log,
      serverLog,
      extensionVersion: (context.extension.packageJSON as { version: string }).version,
      resolve: () => this.#resolve(),
    });
    // The editor disposes of subscriptions without waiting for the end, which writes to the logs.
    this.#channels = [log, serverLog];
    context.subscriptions.push(interpreters, this.#installation, this.session);
  }

  /** Start the server in the background and follow what it depends on. */
  begin(): void {
    this.context.subscriptions.push(
      this.session.onDidChangeState(({ kind, detail }) => {
        if (kind === "failed") {
          this.#advice.onFailed(detail);
        }
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(PYTHON_SETTING)) {
          this.#refreshSoon();
        }
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        noteVirtualFolders(this.#notices, this.context.workspaceState);
        this.#refreshSoon();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.session.refresh()),
      vscode.extensions.onDidChange(this.#refreshSoon),
      // Another window, or a person in a terminal, may have installed it meanwhile.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused && this.session.state.kind === "missing") {
          this.#refreshSoon();
        }
      }),
    );
    noteVirtualFolders(this.#notices, this.context.workspaceState);
    void this.session.refresh();
  }

  async restart(): Promise<void> {
    this.#notices.forget();
    this.#installation.forget();
    await this.session.restart();
  }

  /** Make the private environment and start from it; one at a time. */
  setUp(): Promise<void> {
    this.#settingUp ??= this.#setUp().finally(() => (this.#settingUp = undefined));
    return this.#settingUp;
  }

  /** No server is left behind, whatever it is doing. */
  async end(): Promise<void> {
    this.#installation.dispose();
    const limit = new Promise((resolve) => setTimeout(resolve, END_LIMIT_MS));
    try {
      await Promise.race([this.session.end(), limit]);
    } finally {
      endAllRuns();
      endAllServers();
      vscode.Disposable.from(...this.#channels).dispose();
    }
  }

  async #resolve(): Promise<Resolution> {
    const resolution = await this.#installation.resolve();
    if (resolution.kind === "missing" && !isAllVirtual()) {
      this.#advice.onMissing(resolution, missingText(resolution));
    } else if (resolution.kind === "ready") {
      this.#advice.onReady(resolution);
    }
    return resolution;
  }

  async #setUp(): Promise<void> {
    this.#installation.forget();
    const resolution = await this.#installation.resolve();
    if (resolution.kind === "ready") {
      const text = `Seismograd is set up already: it runs from ${resolution.launch.origin}.`;
      void vscode.window.showInformationMessage(text);
      return this.session.refresh();
    }
    if (resolution.base === undefined) {
      return this.#advice.onSetUpFailed(missingText(resolution));
    }
    await this.#createFrom(resolution.base.executable);
  }

  async #createFrom(python: string): Promise<void> {
    try {
      if (await this.#installation.setUp(python)) {
        await this.session.refresh();
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      void this.#advice.onSetUpFailed(`Seismograd could not be set up. ${reason}`);
    }
  }
}
