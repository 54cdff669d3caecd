"""Edits as ranges of lines of the last script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from seismograd.llm import Malformed


@dataclass(frozen=True, slots=True)
class Edit:
    """Lines `first` to `last`, counted from 1, become `lines`; with `last` before `first`, they
    are put in front of `first`."""

    first: int
    last: int
    lines: tuple[str, ...]


def edited(source: str, edits: Sequence[Edit]) -> str:
    """The script after all edits, which speak of the lines before any of them."""
    lines = source.splitlines()
    ordered = sorted(edits, key=lambda edit: (edit.first, edit.last))
    _demand_order(ordered, len(lines))
    for edit in reversed(ordered):
        lines[edit.first - 1 : edit.last] = edit.lines
    return "\n".join(lines) + "\n"


def _demand_order(edits: Sequence[Edit], count: int) -> None:
    """Raises `Malformed`."""
    end = 0
    for edit in edits:
        if not (1 <= edit.first <= count + 1 and edit.first - 1 <= edit.last <= count):
            raise Malformed(
                f"The edit of lines {edit.first} to {edit.last} is outside the script, "
                f"which has {count} lines."
            )
        if edit.first <= end:
            raise Malformed(f"Two edits speak of line {edit.first}; join them.")
        end = max(end, edit.last)
