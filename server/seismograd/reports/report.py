"""What a check found, with the texts it speaks about."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from seismograd.faults import Finding, Position, Span
from seismograd.source.source_file import SourceFile, read_from_disk


@dataclass(frozen=True, slots=True, order=True)
class FileError:
    """A file that could not be analysed, or not wholly."""

    file: str
    message: str


@dataclass(frozen=True, slots=True)
class Place:
    """A span as a reader of the file counts it; notebooks count from the top of a cell."""

    file: str
    cell: int | None
    start: Position
    end: Position

    def __str__(self) -> str:
        cell = "" if self.cell is None else f"cell {self.cell}:"
        return f"{self.file}:{cell}{self.start.line}:{self.start.column}"


@dataclass(slots=True)
class Report:
    """Findings, most likely cause first, and files that made trouble.

    `names` replaces paths that are not files, such as standard input, in what is shown.
    """

    findings: Sequence[Finding]
    errors: Sequence[FileError] = ()
    base: str = field(default_factory=os.getcwd)
    names: Mapping[str, str] = field(default_factory=dict)
    sources: dict[str, SourceFile | None] = field(default_factory=dict)
    _lines: dict[str, list[str]] = field(default_factory=dict, init=False)

    def source(self, path: str) -> SourceFile | None:
        if path not in self.sources:
            self.sources[path] = read_from_disk(path)
        return self.sources[path]

    def name(self, path: str) -> str:
        """The path as it is shown: relative where it lies below the base."""
        if path in self.names:
            return self.names[path]
        inside = path.startswith(self.base.rstrip(os.sep) + os.sep)
        shown = os.path.relpath(path, self.base) if inside else path
        return shown.replace(os.sep, "/")

    def place(self, span: Span) -> Place:
        source = self.source(span.file)
        if source is None:
            return Place(self.name(span.file), None, span.start, span.end)
        cell, start = source.locate(span.start)
        end_cell, end = source.locate(span.end)
        return Place(self.name(span.file), cell, start, end if end_cell == cell else start)

    def line(self, path: str, number: int) -> str:
        """A line of the analysed text, empty where there is none."""
        if path not in self._lines:
            source = self.source(path)
            self._lines[path] = source.text.split("\n") if source else []
        lines = self._lines[path]
        return lines[number - 1].removesuffix("\r") if 0 < number <= len(lines) else ""

    def by_place(self) -> list[Finding]:
        """The findings in reading order."""
        return sorted(self.findings, key=lambda found: (found.span, found.sort_key))
