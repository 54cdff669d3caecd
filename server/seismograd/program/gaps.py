"""What of a file was not read to its end, and why."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from seismograd.faults import Position, Span
from seismograd.source.chunks import Chunk


class Reason(StrEnum):
    OUT_OF_STEPS = "does more than is followed"
    TOO_DEEP = "is nested too deeply"
    FAILED = "could not be evaluated (internal error)"
    NETWORKS_FAILED = "its networks and loops could not be read (internal error)"
    NETWORKS_OUT_OF_STEPS = "its networks and loops do more than is followed"
    LEFT_OUT = "was left out, for the file does too much"
    BROKEN = "has a syntax error"


class Gap(NamedTuple):
    """A statement at the top level that was read in part only; its place moves with edits."""

    chunk: Chunk
    reason: Reason

    @property
    def name(self) -> str | None:
        """The function or class that it defines, if it does."""
        return self.chunk.defines

    @property
    def span(self) -> Span:
        document, line = self.chunk.document, self.chunk.first_line
        column = document.code_point_column(line, self.chunk.first_column) + 1
        return Span(document.path, Position(line, column), Position(line, column))
