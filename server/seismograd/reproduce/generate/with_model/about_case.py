"""A case as a model is shown it: the report taken apart and as it came, the criteria, the plan."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from seismograd.llm.quotes import Quotes
from seismograd.redaction import redact
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.criteria.measurements import MEASUREMENTS
from seismograd.reproduce.generate.with_model.conventions import HINTS
from seismograd.reproduce.plan.plan import Plan
from seismograd.reproduce.report.bug_report import BugReport, ReportedTraceback
from seismograd.source.shallow_parse import parse_expression

LONGEST_PART = 3_000
LONGEST_WHOLE = 12_000
MOST_ITEMS = 30
_MEASURING_CHECKS = ("measured", "series")
_INSTEAD = {
    "loss_is_nan": "MEASURED loss <JSON>, where NaN and Infinity are written so",
    "loss_does_not_fall": "MEASURED loss_first <JSON> and MEASURED loss_last <JSON>, the means "
    "over the first and the last steps",
}
"""What to print where no loss is seen in the run itself."""


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


def about_criteria(fingerprint: Fingerprint, quotes: Quotes) -> str:
    """The wording comes from the report, so it is quoted as well."""
    lines = [_criterion_line(criterion) for criterion in fingerprint.criteria]
    parts = [
        "# The criteria: every check must pass",
        quotes.around("criteria", "\n".join(lines)),
        _about_measurements(fingerprint.criteria),
        _about_losses(fingerprint.criteria),
        f"The usual way: {HINTS[fingerprint.symptom]}" if fingerprint.symptom in HINTS else "",
    ]
    return "\n\n".join(part for part in parts if part)


def measurement_names(criteria: Sequence[Criterion]) -> list[str]:
    """What scripts must print so that the checks find it."""
    names = [name for criterion in criteria for name in _names_in(criterion.check)]
    return list(dict.fromkeys(names))


def _criterion_line(criterion: Criterion) -> str:
    return f"{criterion.id}: {criterion.fact} ({criterion.scope}). Check: {criterion.check}"


def _about_measurements(criteria: Sequence[Criterion]) -> str:
    names = measurement_names(criteria)
    if not names:
        return ""
    lines = [f"- MEASURED {name} <JSON>: {_meaning(name)}" for name in names]
    return "\n".join(["The script must print, computed through the project's code:", *lines])


def _about_losses(criteria: Sequence[Criterion]) -> str:
    """Nothing in these checks tells where their numbers come from."""
    checks = {criterion.check.strip().partition("(")[0] for criterion in criteria}
    wanted = [words for check, words in _INSTEAD.items() if check in checks]
    if not wanted:
        return ""
    return (
        "Losses are seen by themselves where `backward()` is called on them in the script's own "
        f"process, by the project's training too. Where that is not so, print {wanted[0]}."
    )


def _meaning(name: str) -> str:
    return MEASUREMENTS.get(name, "as the criterion says")


def _names_in(check: str) -> list[str]:
    try:
        call = parse_expression(check.strip()).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return []
    match call:
        case ast.Call(func=ast.Name(id=kind), args=[ast.Constant(value=str(name)), *_]):
            return [name] if kind in _MEASURING_CHECKS and name.isidentifier() else []
    return []


def about_plan(plan: Plan | None, quotes: Quotes) -> str:
    """Made of words of the report, so it is quoted as well."""
    if plan is None or not plan.steps:
        return ""
    steps = [f"{number}. {step}" for number, step in enumerate(plan.steps, start=1)]
    heading = "# A first plan, by a program that may be wrong"
    return f"{heading}\n\n{quotes.around('plan', chr(10).join(steps))}"
