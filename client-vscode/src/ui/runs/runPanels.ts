import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { callServer } from "../serverCommand";
import { panelPage } from "./panelPage";
import type { RunPlace, RunSummary } from "./run";

const LOOK_EVERY_MS = 1000;

interface Asked {
  ready?: boolean;
  place?: RunPlace;
}

/** Panels with the loss curve of a run, one a run; those that go on are looked at again and again. */
export class RunPanels implements vscode.Disposable {
  private readonly panels = new Map<string, RunPanel>();

  constructor(
    private readonly session: ServerSession,
    private readonly extension: vscode.Uri,
  ) {}

  open(run: string, preserveFocus = false): void {
    const known = this.panels.get(run);
    if (known !== undefined) {
      known.reveal(preserveFocus);
      return;
    }
    const panel = new RunPanel(this.session, this.extension, run, preserveFocus);
    this.panels.set(run, panel);
    panel.onDidDispose(() => this.panels.delete(run));
  }

  dispose(): void {
    [...this.panels.values()].forEach((panel) => panel.dispose());
  }
}

class RunPanel {
  private readonly panel: vscode.WebviewPanel;
  private next: NodeJS.Timeout | undefined;
  private root: string | undefined;
  private disposed = false;

  constructor(
    private readonly session: ServerSession,
    extension: vscode.Uri,
    private readonly run: string,
    preserveFocus: boolean,
  ) {
    const media = vscode.Uri.joinPath(extension, "dist", "webview");
    this.panel = vscode.window.createWebviewPanel(
      "seismograd.run",
      "Run",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus },
      { enableScripts: true, localResourceRoots: [media], retainContextWhenHidden: false },
    );
    this.panel.webview.onDidReceiveMessage((asked: Asked) => this.answer(asked));
    this.panel.onDidChangeViewState(() => void this.look());
    this.panel.onDidDispose(() => this.forget());
    this.panel.webview.html = panelPage(this.panel.webview, media);
  }

  get onDidDispose(): vscode.Event<void> {
    return this.panel.onDidDispose;
  }

  reveal(preserveFocus: boolean): void {
    this.panel.reveal(undefined, preserveFocus);
  }

  dispose(): void {
    this.panel.dispose();
  }

  private forget(): void {
    this.disposed = true;
    clearTimeout(this.next);
  }

  private answer({ ready, place }: Asked): void {
    if (ready) {
      void this.look();
    } else if (place !== undefined && this.root !== undefined) {
      void openPlace(this.root, place);
    }
  }

  /** Show how the run stands, and once more in a while as long as it goes on and is seen. */
  private async look(): Promise<void> {
    clearTimeout(this.next);
    if (this.disposed || !this.panel.visible) {
      return;
    }
    const summary = await this.summary();
    if (summary === undefined || this.isGone()) {
      return;
    }
    this.root = summary.run.root;
    this.panel.title = `Run: ${summary.run.entry}`;
    void this.panel.webview.postMessage(summary);
    if (summary.run.outcome === "running") {
      clearTimeout(this.next);
      this.next = setTimeout(() => void this.look(), LOOK_EVERY_MS);
    }
  }

  private isGone(): boolean {
    return this.disposed;
  }

  private async summary(): Promise<RunSummary | undefined> {
    try {
      return await callServer<RunSummary>(this.session, "seismograd.runSummary", [{ id: this.run }]);
    } catch (error) {
      this.session.log.warn(`run ${this.run}: ${String(error)}`);
      return undefined;
    }
  }
}

async function openPlace(root: string, { file, line }: RunPlace): Promise<void> {
  const inside = !file.startsWith("/") && !/^[A-Za-z]:/.test(file);
  const uri = inside ? vscode.Uri.joinPath(vscode.Uri.file(root), file) : vscode.Uri.file(file);
  const at = new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.window.showTextDocument(uri, {
    selection: at,
    viewColumn: vscode.ViewColumn.One,
  });
}
