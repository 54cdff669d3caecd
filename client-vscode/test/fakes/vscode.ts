/** As much of the editor's module as the unit tests touch. */
import { vi } from "vitest";

export class Disposable {
  constructor(private readonly end: () => unknown) {}

  static from(...all: { dispose(): unknown }[]): Disposable {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }

  dispose(): void {
    this.end();
  }
}

type Listener<T> = (value: T) => unknown;

export class EventEmitter<T> {
  private readonly listeners = new Set<Listener<T>>();

  readonly event = (listener: Listener<T>): Disposable => {
    this.listeners.add(listener);
    return new Disposable(() => this.listeners.delete(listener));
  };

  fire(value: T): void {
    [...this.listeners].forEach((listener) => listener(value));
  }

  dispose(): void {
    this.listeners.clear();
  }
}

interface UriParts {
  scheme: string;
  path: string;
  query?: string;
  fragment?: string;
}

const URI = /^(?<scheme>[\w-]+):(?:\/\/)?(?<path>[^?#]*)(?:\?(?<query>[^#]*))?(?:#(?<fragment>.*))?$/;

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly path: string,
    readonly query: string,
    readonly fragment: string,
  ) {}

  static from({ scheme, path, query = "", fragment = "" }: UriParts): Uri {
    return new Uri(scheme, path, query, fragment);
  }

  static parse(text: string): Uri {
    const parts = URI.exec(text)?.groups;
    return Uri.from({
      scheme: parts?.scheme ?? "file",
      path: decodeURIComponent(parts?.path ?? text),
      query: decodeURIComponent(parts?.query ?? ""),
      fragment: decodeURIComponent(parts?.fragment ?? ""),
    });
  }

  static file(path: string): Uri {
    return Uri.from({ scheme: "file", path });
  }

  static joinPath(base: Uri, ...parts: string[]): Uri {
    return base.with({ path: new URL([base.path, ...parts].join("/"), "file:///").pathname });
  }

  get fsPath(): string {
    return this.path;
  }

  with(change: Partial<UriParts>): Uri {
    const { scheme, path, query, fragment } = this;
    return Uri.from({ scheme, path, query, fragment, ...change });
  }

  toString(): string {
    const query = this.query === "" ? "" : `?${encodeURIComponent(this.query)}`;
    const fragment = this.fragment === "" ? "" : `#${this.fragment}`;
    return `${this.scheme}:${this.scheme === "file" ? "//" : ""}${this.path}${query}${fragment}`;
  }
}

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(fromLine: number, fromCharacter: number, toLine: number, toCharacter: number) {
    this.start = new Position(fromLine, fromCharacter);
    this.end = new Position(toLine, toCharacter);
  }
}

export enum DiagnosticSeverity {
  Error,
  Warning,
  Information,
  Hint,
}

export class Diagnostic {
  source?: string;
  code?: string | number | { value: string | number; target: Uri };

  constructor(
    readonly range: Range,
    readonly message: string,
    readonly severity = DiagnosticSeverity.Error,
  ) {}
}

export enum TreeItemCollapsibleState {
  None,
  Collapsed,
  Expanded,
}

export class TreeItem {
  constructor(
    readonly label: unknown,
    readonly collapsibleState = TreeItemCollapsibleState.None,
  ) {}
}

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon {
  static readonly File = new ThemeIcon("file");

  constructor(
    readonly id: string,
    readonly color?: ThemeColor,
  ) {}
}

export enum LanguageStatusSeverity {
  Information,
  Warning,
  Error,
}

export enum StatusBarAlignment {
  Left = 1,
  Right,
}

export enum ProgressLocation {
  SourceControl = 1,
  Window = 10,
  Notification = 15,
}

export class CancellationError extends Error {}

export class LanguageModelError extends Error {
  readonly code: string;

  constructor(message = "", code = "", cause?: Error) {
    super(message, { cause });
    this.code = code;
  }

  static NoPermissions = (message?: string): LanguageModelError =>
    new LanguageModelError(message, "NoPermissions");

  static Blocked = (message?: string): LanguageModelError =>
    new LanguageModelError(message, "Blocked");

  static NotFound = (message?: string): LanguageModelError =>
    new LanguageModelError(message, "NotFound");
}

export class CancellationTokenSource {
  readonly #emitter = new EventEmitter<void>();
  readonly token = {
    isCancellationRequested: false,
    onCancellationRequested: this.#emitter.event,
  };

  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#emitter.fire();
  }

  dispose = vi.fn();
}

export class LanguageModelChatMessage {
  private constructor(
    readonly role: string,
    readonly content: string,
  ) {}

  static User = (content: string): LanguageModelChatMessage =>
    new LanguageModelChatMessage("user", content);

  static Assistant = (content: string): LanguageModelChatMessage =>
    new LanguageModelChatMessage("assistant", content);
}

export class LanguageModelTextPart {
  constructor(readonly value: string) {}
}

export class LanguageModelToolResult {
  constructor(readonly content: LanguageModelTextPart[]) {}
}

export class McpStdioServerDefinition {
  cwd?: Uri;

  constructor(
    readonly label: string,
    readonly command: string,
    readonly args: string[],
    readonly env: object,
    readonly version: string,
  ) {}
}

export class MarkdownString {
  isTrusted?: boolean | { readonly enabledCommands: readonly string[] };

  constructor(public value: string) {}

  appendCodeblock(code: string, language: string): this {
    this.value += `\n\`\`\`${language}\n${code}\n\`\`\`\n`;
    return this;
  }
}

export class Hover {
  constructor(
    readonly contents: unknown[],
    readonly range?: Range,
  ) {}
}

export const languages = {
  diagnostics: new EventEmitter<void>(),
  getDiagnostics: vi.fn((): [Uri, Diagnostic[]][] => []),
  onDidChangeDiagnostics: (listener: Listener<void>): Disposable =>
    languages.diagnostics.event(listener),
};

export const workspace = {
  folders: new EventEmitter<void>(),
  onDidChangeWorkspaceFolders: (listener: Listener<void>): Disposable =>
    workspace.folders.event(listener),
  texts: new EventEmitter<{ document: { uri: Uri } }>(),
  onDidChangeTextDocument: (listener: Listener<{ document: { uri: Uri } }>): Disposable =>
    workspace.texts.event(listener),
  workspaceFolders: undefined as { uri: Uri }[] | undefined,
  isTrusted: true,
  settings: {} as Record<string, unknown>,
  getConfiguration: () => ({
    get: (name: string): unknown => workspace.settings[name],
    inspect: (name: string): unknown => ({ globalValue: workspace.settings[name] }),
  }),
  getWorkspaceFolder: (uri: Uri): { uri: Uri } | undefined =>
    workspace.workspaceFolders?.find((folder) => uri.path.startsWith(folder.uri.path)),
  saveAll: vi.fn(() => Promise.resolve(true)),
  notebookDocuments: [] as { uri: Uri; getCells(): { document: { uri: Uri } }[] }[],
  textDocuments: [] as unknown[],
  createFileSystemWatcher: () => ({
    onDidCreate: new EventEmitter<Uri>().event,
    onDidChange: new EventEmitter<Uri>().event,
    onDidDelete: new EventEmitter<Uri>().event,
    dispose: vi.fn(),
  }),
  asRelativePath: (uri: Uri): string => uri.path.replace("/project/", ""),
};

export const window = {
  tabs: new EventEmitter<void>(),
  tabGroups: {
    all: [] as { activeTab?: { input: unknown } }[],
    onDidChangeTabs: (listener: Listener<void>): Disposable => window.tabs.event(listener),
  },
  createStatusBarItem: vi.fn(),
  setStatusBarMessage: vi.fn(),
  showErrorMessage: vi.fn(() => Promise.resolve(undefined)),
  showInformationMessage: vi.fn(() => Promise.resolve(undefined)),
  showWarningMessage: vi.fn(() => Promise.resolve(undefined)),
  showTextDocument: vi.fn(() => Promise.resolve(undefined)),
  showWorkspaceFolderPick: vi.fn(),
  showOpenDialog: vi.fn(),
  createOutputChannel: vi.fn(),
  activeTextEditor: undefined as unknown,
  showQuickPick: vi.fn(),
  showInputBox: vi.fn(),
  createTerminal: vi.fn(() => ({ show: vi.fn() })),
  withProgress: vi.fn(),
};

export const env = {
  clipboard: { readText: vi.fn(() => Promise.resolve("")) },
};

export enum FileType {
  File = 1,
}

export enum ViewColumn {
  Beside = -2,
}

export const commands = {
  registerCommand: vi.fn(),
  executeCommand: vi.fn(() => Promise.resolve(undefined)),
};

export const lm = {
  selectChatModels: vi.fn(),
  registerTool: vi.fn(),
  registerMcpServerDefinitionProvider: vi.fn(),
};
