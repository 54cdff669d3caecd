import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { currentFindings, isOurs, ruleCode } from "../findings/finding";
import { callServer } from "../serverCommand";
import { PAGE_SCHEME, rulePageUri } from "./pageAddress";
import { showPage } from "./showPage";

/**
 * Open the page of a rule inside the editor.
 *
 * The rule is the one named, that of the row clicked in the Findings view, that of the only
 * finding under the cursor, or one the person chooses.
 */
export async function openRulePage(session: ServerSession, given?: unknown): Promise<void> {
  const page = pageIn(given) ?? pageUnderCursor() ?? (await chooseRule(session));
  if (page !== undefined) {
    await showPage(page);
  }
}

function pageIn(given: unknown): vscode.Uri | undefined {
  if (typeof given === "string") {
    return rulePageUri(given);
  }
  const row = given as { diagnostic?: vscode.Diagnostic } | undefined;
  return row?.diagnostic === undefined ? undefined : pageOf(row.diagnostic);
}

/** The page that its code links to: causes of a run link to that of a symptom. */
function pageOf(diagnostic: vscode.Diagnostic): vscode.Uri | undefined {
  const { code } = diagnostic;
  if (typeof code === "object" && code.target.scheme === PAGE_SCHEME) {
    return code.target;
  }
  const rule = ruleCode(diagnostic);
  return rule === undefined ? undefined : rulePageUri(rule);
}

function pageUnderCursor(): vscode.Uri | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return undefined;
  }
  const pages = vscode.languages
    .getDiagnostics(editor.document.uri)
    .filter((found) => isOurs(found) && found.range.contains(editor.selection.active))
    .map(pageOf);
  return new Set(pages.map(String)).size === 1 ? pages[0] : undefined;
}

interface RuleSummary {
  code: string;
  name: string;
  summary: string;
}

async function chooseRule(session: ServerSession): Promise<vscode.Uri | undefined> {
  const found = new Set(currentFindings().map(({ diagnostic }) => ruleCode(diagnostic)));
  const rules = await callServer<RuleSummary[]>(session, "seismograd.rules");
  const choices = rules
    .map((rule) => ({
      label: rule.code,
      description: found.has(rule.code) ? `${rule.name} · found here` : rule.name,
      detail: rule.summary,
      first: found.has(rule.code),
    }))
    .sort((a, b) => Number(b.first) - Number(a.first));
  const chosen = await vscode.window.showQuickPick(choices, {
    title: "Seismograd Rules",
    placeHolder: "Choose a rule to read its page",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen === undefined ? undefined : rulePageUri(chosen.label);
}
