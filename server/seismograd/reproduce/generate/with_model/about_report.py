"""A bug report as a model is shown it: taken apart first, then as it came."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.llm.quotes import Quotes
from seismograd.redaction import redact
from seismograd.reproduce.report.bug_report import BugReport, ReportedTraceback

LONGEST_PART = 3_000
LONGEST_WHOLE = 12_000
MOST_ITEMS = 30


def about_report(report: BugReport, quotes: Quotes, most: int = LONGEST_WHOLE) -> str:
    """With at most so many characters of its text."""
    restructured = "\n".join(_lines(report))
    return "\n\n".join(
        [
            "# The report, taken apart by a program that may be wrong",
            quotes.around("report, restructured", restructured),
            "# The report as it came",
            quotes.around("report", shortened(report.text, min(most, LONGEST_WHOLE))),
        ]
    )


def shortened(text: str, most: int) -> str:
    """Without the middle, where it is too long: beginnings and ends say most."""
    if len(text) <= most:
        return text
    # The cut may go through a secret, and what is left of it would not be known as one.
    text = redact(text)
    half = most // 2
    return f"{text[:half]}\n[... {len(text) - 2 * half} characters left out ...]\n{text[-half:]}"


def _lines(report: BugReport) -> Iterator[str]:
    yield f"Title: {shortened(report.title, 300)}"
    yield from _paragraph("Symptom", report.symptom)
    yield from _paragraph("Expected", report.expected)
    yield from _items("Steps", report.steps)
    yield from _items("Values", [f"{value.name} = {value.value!r}" for value in report.values])
    yield from _items("Versions", [f"{name} {text}" for name, text in report.versions.items()])
    yield from _items("Places", [_place(p.file, p.first, p.last) for p in report.places])
    for traceback in report.tracebacks[:3]:
        yield from _traceback(traceback)


def _paragraph(name: str, text: str) -> Iterator[str]:
    if text.strip():
        yield f"{name}: {shortened(text.strip(), LONGEST_PART)}"


def _items(name: str, items: list[str] | tuple[str, ...]) -> Iterator[str]:
    if items:
        yield f"{name}:"
        yield from (f"- {shortened(item, 400)}" for item in items[:MOST_ITEMS])


def _place(file: str, first: int | None, last: int | None) -> str:
    if first is None:
        return file
    return f"{file}, line {first}" + (f" to {last}" if last not in (None, first) else "")


def _traceback(traceback: ReportedTraceback) -> Iterator[str]:
    yield f"Raised: {traceback.exception or '?'}: {shortened(traceback.message, 800)}"
    for frame in traceback.frames[-MOST_ITEMS:]:
        where = f"{frame.file}, line {frame.line}" if frame.line else frame.file
        yield f"  in {where}, {frame.function or '?'}: {shortened(frame.code or '', 200)}".rstrip()
