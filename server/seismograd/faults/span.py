"""Places in source text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a file; line and column start at 1, columns count code points."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of a file, named by the path under which the file was opened."""

    file: str
    start: Position
    end: Position

    def touches(self, position: Position) -> bool:
        """Whether a position of the same file stands inside or right behind it."""
        return self.start <= position <= self.end

    def overlaps(self, other: Span) -> bool:
        return self.file == other.file and self.start < other.end and other.start < self.end
