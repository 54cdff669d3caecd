import { counted } from "../counted";

/** The JSON of findings, as far as it is told to a language model. */
export interface FindingsReport {
  version: number;
  findings: ReportedFinding[];
  errors: { file: string; message: string }[];
}

export interface ReportedFinding {
  code: string;
  name: string;
  severity: string;
  message: string;
  file: string;
  range: { start: { line: number; column: number }; end: { line: number; column: number } };
  fixes: { title: string; safety: string }[];
}

/** More than this is more than a model makes use of at once. */
const MOST_LINES = 100;

/** What was found, one line a finding, most likely cause first. */
export function reportText({ findings, errors }: FindingsReport): string {
  const head =
    findings.length === 0
      ? "Seismograd found no deep-learning fault."
      : `Seismograd found ${counted(findings.length, "deep-learning fault")}.`;
  const left = findings.length - MOST_LINES;
  return [
    head,
    ...findings.slice(0, MOST_LINES).map(findingLine),
    ...(left > 0 ? [`And ${left} more: ask for single files.`] : []),
    ...errors.map(({ file, message }) => `${file} could not be checked in full: ${message}`),
  ].join("\n");
}

function findingLine(found: ReportedFinding): string {
  const { line, column } = found.range.start;
  const fixes = found.fixes.map((fix) => `${fix.title} (${fix.safety})`).join("; ");
  const place = `${found.file}:${line}:${column}`;
  const fault = `${found.severity} ${found.code} ${found.name}: ${found.message}`;
  return `${place} ${fault}${fixes === "" ? "" : ` Fix: ${fixes}.`}`;
}

/** The same for programs, shortened alike. */
export function reportJson(report: FindingsReport): string {
  return JSON.stringify({ ...report, findings: report.findings.slice(0, MOST_LINES) });
}
