"""Where the lines of a text start, kept up to date through edits."""

from __future__ import annotations

import re
from bisect import bisect_right

_LINE_FEED = re.compile("\n")


class LineIndex:
    """Offsets of line starts; only a line feed ends a line, as in Python."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *_starts_in(text, 0)]

    def __len__(self) -> int:
        return len(self._starts)

    def line_at(self, offset: int) -> int:
        """The 0-based line that an offset lies in."""
        return bisect_right(self._starts, offset) - 1

    def start(self, line: int) -> int:
        return self._starts[line]

    def bounds(self, line: int, text: str) -> tuple[int, int]:
        """First and last offset of a line, its line feed left out."""
        last = line + 1 == len(self._starts)
        return self._starts[line], len(text) if last else self._starts[line + 1] - 1

    def replace(self, start: int, end: int, new_text: str) -> None:
        """Follow an edit that replaces a range of the text."""
        starts = self._starts
        first, after = bisect_right(starts, start), bisect_right(starts, end)
        shift = len(new_text) - (end - start)
        moved = [offset + shift for offset in starts[after:]] if shift else starts[after:]
        starts[first:] = [*_starts_in(new_text, start), *moved]


def _starts_in(text: str, base: int) -> list[int]:
    return [base + match.end() for match in _LINE_FEED.finditer(text)]
