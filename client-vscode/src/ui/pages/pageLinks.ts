import * as vscode from "vscode";
import { OPEN_DIAGNOSIS, OPEN_RULE_PAGE, OPEN_SYMPTOM_PAGE } from "../commands/ids";

const RULE = /\]\(seismograd:\/rules\/([\w-]+)\.md\)/g;
const SYMPTOM = /\]\(seismograd:\/symptoms\/([\w-]+)\.md\)/g;
const DIAGNOSIS = /\]\(seismograd:\/diagnoses\/([\w-]+)\)/g;

/** Hovers drop links to addresses that only an extension knows: make them call our command. */
export function withPageLinks(hover: vscode.Hover | null | undefined): vscode.Hover | undefined {
  return hover ? new vscode.Hover(hover.contents.map(linked), hover.range) : undefined;
}

type Content = vscode.Hover["contents"][number];

function linked(content: Content): Content {
  if (!(content instanceof vscode.MarkdownString)) {
    return content;
  }
  const text = content.value
    .replace(RULE, (_, code: string) => `](${commandFor(OPEN_RULE_PAGE, code)})`)
    .replace(SYMPTOM, (_, name: string) => `](${commandFor(OPEN_SYMPTOM_PAGE, name)})`)
    .replace(DIAGNOSIS, (_, run: string) => `](${commandFor(OPEN_DIAGNOSIS, run)})`);
  const markdown = new vscode.MarkdownString(text);
  // Text of the workspace stands in hovers too: it may call nothing else.
  markdown.isTrusted = { enabledCommands: [OPEN_RULE_PAGE, OPEN_SYMPTOM_PAGE, OPEN_DIAGNOSIS] };
  return markdown;
}

function commandFor(command: string, argument: string): string {
  return `command:${command}?${encodeURIComponent(JSON.stringify([argument]))}`;
}
