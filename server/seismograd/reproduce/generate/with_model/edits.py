"""Edits as ranges of lines of the last script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from seismograd.llm import Malformed

FARTHEST_SLIP = 3
"""Lines by which a model may have miscounted."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Lines `first` to `last`, counted from 1, become `lines`; with `last` before `first`, they
    are put in front of `first`."""

    first: int
    last: int
    lines: tuple[str, ...]
    was: str = ""
    """What line `first` says by the word of whoever edits; "" where nothing is said about it."""


def edited(source: str, edits: Sequence[Edit]) -> str:
    """The script after all edits, which speak of the lines before any of them."""
    lines = source.splitlines()
    placed = [_placed(edit, lines) for edit in edits]
    ordered = sorted(placed, key=lambda edit: (edit.first, edit.last))
    _demand_order(ordered, len(lines))
    for edit in reversed(ordered):
        lines[edit.first - 1 : edit.last] = edit.lines
    return "\n".join(lines) + "\n"


def _placed(edit: Edit, lines: Sequence[str]) -> Edit:
    """Moved to the line that it means, where its number is a little off; raises `Malformed`."""
    meant = edit.was.strip()
    if not meant or edit.last < edit.first:
        return edit
    found = [number for number, line in enumerate(lines, 1) if line.strip() == meant]
    if not found or edit.first in found:
        return edit
    near = [number for number in found if abs(number - edit.first) <= FARTHEST_SLIP]
    if len(near) == 1:
        moved = near[0] - edit.first
        return replace(edit, first=near[0], last=edit.last + moved)
    raise Malformed(
        f"Line {edit.first} is not {meant[:80]!r}; that stands in line "
        f"{', '.join(map(str, found[:5]))}. Count by the numbers of the quoted script."
    )


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
