"""A piece of source with the place of a finding underlined."""

from __future__ import annotations

from seismograd.faults import Severity
from seismograd.reports.style import Style, columns, printable

MAX_LINES = 4
MAX_WIDTH = 120
LEAD = 24


def excerpt(
    lines: list[str],
    first_number: int,
    start_column: int,
    end_column: int,
    severity: Severity,
    style: Style,
) -> list[str]:
    """The lines with numbers and underline.

    `start_column` (from 1) is on the first line, `end_column` on the last, not included.
    """
    gutter = len(str(first_number + len(lines) - 1))
    shown = [style.paint(" " * gutter + " |", "dim")]
    for index, line in enumerate(lines[:MAX_LINES]):
        start = start_column if index == 0 else len(line) - len(line.lstrip()) + 1
        end = end_column if index == len(lines) - 1 else len(line) + 1
        text, mark = _underlined(line, start - 1, max(end, start + 1) - 1)
        number = style.paint(f"{first_number + index:>{gutter}} |", "dim")
        empty = style.paint(" " * gutter + " |", "dim")
        shown += [f"{number} {text}".rstrip(), f"{empty} {style.severity(mark, severity)}"]
    if len(lines) > MAX_LINES:
        shown.append(style.paint(" " * gutter + " | …", "dim"))
    return shown


def _underlined(line: str, start: int, end: int) -> tuple[str, str]:
    before, marked, after = line[:start], line[start:end], line[end:]
    cut = len(line) > MAX_WIDTH and len(before) > LEAD
    shown_before = ("…" + printable(before[-LEAD:])) if cut else printable(before)
    shown_marked = printable(marked)
    text = shown_before + shown_marked + printable(after)
    if len(text) > MAX_WIDTH:
        text = text[: MAX_WIDTH - 1] + "…"
    room = max(1, MAX_WIDTH - columns(shown_before))
    mark = "^" * max(1, min(columns(shown_marked), room))
    return text, " " * columns(shown_before) + mark
