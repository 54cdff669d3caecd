"""Edits applied to text, leaving every other character as it was."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from seismograd.faults import Edit, Position


class OverlappingEditsError(ValueError):
    """Two edits want the same characters."""


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text after all edits of one file; the same edit twice counts once."""
    starts = _line_starts(text)
    newline = newline_of(text)
    pieces: list[str] = []
    done = 0
    for start, end, new_text in sorted(_placed(text, starts, edit) for edit in set(edits)):
        if start < done:
            raise OverlappingEditsError("edits overlap")
        pieces += [text[done:start], _with_newline(new_text, newline)]
        done = end
    return "".join([*pieces, text[done:]])


def newline_of(text: str) -> str:
    """The line end that most lines of the text have."""
    windows = text.count("\r\n")
    return "\r\n" if windows * 2 > text.count("\n") else "\n"


def _placed(text: str, starts: list[int], edit: Edit) -> tuple[int, int, str]:
    start = _offset(text, starts, edit.span.start)
    return start, max(start, _offset(text, starts, edit.span.end)), edit.new_text


def _line_starts(text: str) -> list[int]:
    return [0, *accumulate(len(line) + 1 for line in text.split("\n"))]


def _offset(text: str, starts: list[int], position: Position) -> int:
    line = min(max(position.line, 1), len(starts) - 1)
    line_end = starts[line] - 1
    if text[line_end - 1 : line_end] == "\r":
        line_end -= 1
    return min(starts[line - 1] + max(position.column - 1, 0), line_end)


def _with_newline(text: str, newline: str) -> str:
    return text if newline == "\n" else text.replace("\r\n", "\n").replace("\n", newline)
