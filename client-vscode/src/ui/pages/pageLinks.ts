import * as vscode from "vscode";
import { OPEN_RULE_PAGE } from "../commands/ids";

const LINK = /\]\(seismograd:\/rules\/([\w-]+)\.md\)/g;

/** Hovers drop links to addresses that only an extension knows: make them call our command. */
export function withPageLinks(hover: vscode.Hover | null | undefined): vscode.Hover | undefined {
  return hover ? new vscode.Hover(hover.contents.map(linked), hover.range) : undefined;
}

type Content = vscode.Hover["contents"][number];

function linked(content: Content): Content {
  if (!(content instanceof vscode.MarkdownString)) {
    return content;
  }
  const text = content.value.replace(LINK, (_, code: string) => `](${commandFor(code)})`);
  const markdown = new vscode.MarkdownString(text);
  // Text of the workspace stands in hovers too: it may call nothing else.
  markdown.isTrusted = { enabledCommands: [OPEN_RULE_PAGE] };
  return markdown;
}

function commandFor(code: string): string {
  return `command:${OPEN_RULE_PAGE}?${encodeURIComponent(JSON.stringify([code]))}`;
}
