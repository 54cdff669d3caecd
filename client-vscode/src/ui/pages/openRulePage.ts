import * as vscode from "vscode";
import type { ServerSession } from "../../server/session";
import { currentFindings, isOurs, ruleCode } from "../findings/finding";
import { callServer } from "../serverCommand";
import { rulePageUri } from "./pageAddress";
import { showPage } from "./showPage";

/**
 * Open the page of a rule inside the editor.
 *
 * The rule is the one named, that of the row clicked in the Findings view, that of the only
 * finding under the cursor, or one the person chooses.
 */
export async function openRulePage(session: ServerSession, given?: unknown): Promise<void> {
  const code = codeIn(given) ?? codeUnderCursor() ?? (await chooseRule(session));
  if (code !== undefined) {
    await showPage(rulePageUri(code));
  }
}

function codeIn(given: unknown): string | undefined {
  if (typeof given === "string") {
    return given;
  }
  const row = given as { diagnostic?: vscode.Diagnostic } | undefined;
  return row?.diagnostic === undefined ? undefined : ruleCode(row.diagnostic);
}

function codeUnderCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return undefined;
  }
  const codes = vscode.languages
    .getDiagnostics(editor.document.uri)
    .filter((found) => isOurs(found) && found.range.contains(editor.selection.active))
    .map(ruleCode);
  return new Set(codes).size === 1 ? codes[0] : undefined;
}

interface RuleSummary {
  code: string;
  name: string;
  summary: string;
}

async function chooseRule(session: ServerSession): Promise<string | undefined> {
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
  return chosen?.label;
}
