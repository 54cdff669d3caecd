"""Findings as text, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from seismograd.faults import Finding, Safety, Severity
from seismograd.reports.excerpt import excerpt
from seismograd.reports.report import Report
from seismograd.reports.style import Style, printable

PLAIN = Style()
NOTHING_TO_CHECK = "Nothing to check: there are no Python files or notebooks."


def findings_text(report: Report, style: Style = PLAIN) -> str:
    """Every finding in reading order, with its source line."""
    return "\n\n".join(finding_text(report, found, style) for found in report.by_place())


def finding_text(report: Report, finding: Finding, style: Style = PLAIN) -> str:
    place = report.place(finding.span)
    label = style.severity(f"{finding.severity.value}[{finding.code}]", finding.severity)
    where = style.paint(printable(str(place)), "bold")
    head = f"{where}: {label} {finding.name}: {printable(finding.message)}"
    return "\n".join(
        [head, *finding_excerpt(report, finding, style), *_notes(report, finding, style)]
    )


def summary_text(report: Report, checked: int, style: Style = PLAIN) -> str:
    """One line: how much of what, and how much of it can be mended at once."""
    if not checked:
        return "Nothing could be checked." if report.errors else NOTHING_TO_CHECK
    if not report.findings:
        return style.paint(f"No faults found in {_count(checked, 'file')}.", "green")
    counts = Counter(found.severity for found in report.findings)
    parts = ", ".join(_count(counts[level], level.value) for level in Severity if counts[level])
    files = len({found.span.file for found in report.findings})
    total = _count(len(report.findings), "finding")
    text = f"{total} ({parts}) in {files} of {_count(checked, 'file')}."
    return " ".join([style.paint(text, "bold"), *_fixable(report.findings)])


def statistics_text(findings: Iterable[Finding]) -> str:
    """How often each rule fired, most frequent first."""
    counts = Counter((found.code, found.name) for found in findings)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return "\n".join(f"{count:>6}  {code}  {name}" for (code, name), count in ordered)


def finding_excerpt(report: Report, finding: Finding, style: Style = PLAIN) -> list[str]:
    """The lines of a finding, underlined; none where the file cannot be read."""
    span = finding.span
    lines = [report.line(span.file, n) for n in range(span.start.line, span.end.line + 1)]
    if len(lines) > 1 and span.end.column == 1:
        lines.pop()
    end = span.end.column if len(lines) == span.end.line - span.start.line + 1 else 1_000_000
    if not any(lines):
        return []
    first = report.place(span).start
    return excerpt(lines, first.line, first.column, end, finding.severity, style)


def _notes(report: Report, finding: Finding, style: Style) -> list[str]:
    notes = [("because", "dim", piece.summary) for piece in finding.evidence]
    notes += [("see", "bold", f"{report.place(x.span)}: {x.message}") for x in finding.related]
    notes += [("help", "green", f"{x.title} ({x.safety.value} fix)") for x in finding.fixes]
    return [f"  = {style.paint(word, colour)}: {printable(text)}" for word, colour, text in notes]


def _fixable(findings: Iterable[Finding]) -> list[str]:
    best = Counter(
        min(fix.safety is Safety.UNSAFE for fix in found.fixes) for found in findings if found.fixes
    )
    notes = []
    if best[False]:
        notes.append(f"{best[False]} can be mended with --fix.")
    if best[True]:
        more = "more " if notes else ""
        notes.append(f"{best[True]} {more}can be mended with --fix --unsafe-fixes.")
    return notes


def _count(number: int, noun: str) -> str:
    plural = noun if number == 1 or noun in ("info",) else noun + "s"
    return f"{number} {plural}"
