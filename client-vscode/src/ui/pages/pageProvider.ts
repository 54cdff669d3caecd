import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { callServer } from "../serverCommand";
import { PAGE_SCHEME, ruleOf, symptomOf, symptomPageUri, understoodDocument } from "./pageAddress";

/** The text of the pages that the server writes; nothing comes from a network. */
export class PageProvider implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changes.event;

  constructor(private readonly session: ServerSession) {}

  async provideTextDocumentContent(
    page: vscode.Uri,
    token: vscode.CancellationToken,
  ): Promise<string> {
    try {
      return await this.text(page, token);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return `This page cannot be shown now: ${reason}\n`;
    }
  }

  /** Ask anew for the open pages that the test picks. */
  refresh(wanted: (page: vscode.Uri) => boolean): void {
    vscode.workspace.textDocuments
      .map((document) => document.uri)
      .filter((uri) => uri.scheme === PAGE_SCHEME && wanted(uri))
      .forEach((uri) => this.changes.fire(uri));
  }

  dispose(): void {
    this.changes.dispose();
  }

  private async text(page: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const rule = ruleOf(page);
    if (rule !== undefined) {
      return (await this.page(rule, token)) ?? `# ${rule}\n\nThere is no rule of this name.\n`;
    }
    const symptom = symptomOf(page);
    if (symptom !== undefined) {
      const text = await this.page(symptomPageUri(symptom).toString(), token);
      return text ?? `# ${symptom}\n\nThere is no symptom of this name.\n`;
    }
    const document = understoodDocument(page);
    if (document === undefined) {
      throw new Error(`there is no page ${page.path}`);
    }
    const params = { uri: document.toString(), format: "text" };
    return callServer<string>(this.session, "seismograd.showProgram", [params], token);
  }

  private page(code: string, token: vscode.CancellationToken): Promise<string | null> {
    return this.session.request<string | null>("seismograd/rulePage", { code }, token);
  }
}

/** Serve the pages, and write them anew when a server has come up. */
export function registerPages(session: ServerSession): {
  pages: PageProvider;
  serving: vscode.Disposable;
} {
  const pages = new PageProvider(session);
  const serving = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(PAGE_SCHEME, pages),
    session.onDidChangeState((state) => {
      if (state.kind === "running") {
        pages.refresh(() => true);
      }
    }),
    pages,
  );
  return { pages, serving };
}
