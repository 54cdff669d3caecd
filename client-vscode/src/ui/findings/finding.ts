import * as vscode from "vscode";

/** Sources of our diagnostics: what the source says, and what a run has shown. */
const SOURCES = new Set(["seismograd", "seismograd (run)"]);

/** A diagnostic of ours at its place. */
export interface Finding {
  uri: vscode.Uri;
  diagnostic: vscode.Diagnostic;
}

/** The code of a rule, whichever of its two forms the diagnostic has. */
export function ruleCode(diagnostic: vscode.Diagnostic): string | undefined {
  const { code } = diagnostic;
  const value = typeof code === "object" ? code.value : code;
  return value === undefined ? undefined : String(value);
}

/** Whether a diagnostic comes from Seismograd. */
export function isOurs(diagnostic: vscode.Diagnostic): boolean {
  return diagnostic.source !== undefined && SOURCES.has(diagnostic.source);
}

/** All findings that the editor shows now. */
export function currentFindings(): Finding[] {
  return vscode.languages
    .getDiagnostics()
    .flatMap(([uri, diagnostics]) =>
      diagnostics.filter(isOurs).map((diagnostic) => ({ uri, diagnostic })),
    );
}
