"""A whole line of a file as a place, without its indent and what trails it."""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.faults import Position, Span


def line_span(file: str, lines: Sequence[str], number: int) -> Span | None:
    """`number` counts from 1; None where there is no such line."""
    if not 1 <= number <= len(lines):
        return None
    line = lines[number - 1].rstrip()
    start = len(line) - len(line.lstrip()) + 1
    return Span(file, Position(number, start), Position(number, len(line) + 1))
