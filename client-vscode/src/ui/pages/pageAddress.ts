import * as vscode from "vscode";

/** Pages that the server writes have addresses of this scheme: `seismograd:/rules/SG101.md`. */
export const PAGE_SCHEME = "seismograd";

const RULE_PATH = /^\/+rules\/([\w-]+)(?:\.md)?$/;
const SYMPTOM_PATH = /^\/+symptoms\/([\w-]+)(?:\.md)?$/;

export function rulePageUri(code: string): vscode.Uri {
  return vscode.Uri.from({ scheme: PAGE_SCHEME, path: `/rules/${code}.md` });
}

/** The code or name of the rule whose page has this address. */
export function ruleOf(page: vscode.Uri): string | undefined {
  return RULE_PATH.exec(page.path)?.[1];
}

export function symptomPageUri(name: string): vscode.Uri {
  return vscode.Uri.from({ scheme: PAGE_SCHEME, path: `/symptoms/${name}.md` });
}

/** The name of the symptom whose page has this address. */
export function symptomOf(page: vscode.Uri): string | undefined {
  return SYMPTOM_PATH.exec(page.path)?.[1];
}

/** The page on what was understood of a document. */
export function understoodUri(document: vscode.Uri): vscode.Uri {
  const name = document.path.slice(document.path.lastIndexOf("/") + 1);
  const path = `/understood/${name} (understood)`;
  return vscode.Uri.from({ scheme: PAGE_SCHEME, path, query: document.toString() });
}

/** The document that a page of `understoodUri` is about. */
export function understoodDocument(page: vscode.Uri): vscode.Uri | undefined {
  return page.path.startsWith("/understood/") ? vscode.Uri.parse(page.query, true) : undefined;
}
