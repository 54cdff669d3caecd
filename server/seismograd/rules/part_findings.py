"""Findings of rules that look at one part of a file at a time.

A part that an edit did not touch keeps its findings; they only move with the lines they stand on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import cast

from seismograd.faults import Edit, Finding, Fix, Position, Related, Span
from seismograd.program.model import Program
from seismograd.rules.rule import Rule
from seismograd.source.document import Document

RunRules = Callable[[tuple[Rule, ...], Program], Iterable[Finding]]


class Layout:
    """Where the statements of a document stood at one time."""

    def __init__(self, document: Document) -> None:
        self.path = document.path
        self.chunks = list(document.chunks)
        self.first_lines = [chunk.first_line for chunk in self.chunks]
        self.columns = [chunk.first_column for chunk in self.chunks]
        self.members = frozenset(self.chunks)


Kept = tuple[Layout, list[Finding]]


class _Moved(Exception):
    """A statement that a finding stands on is gone, or the finding lies in another file."""


class _Shift:
    """Moves places from where statements stood to where they stand now."""

    def __init__(self, before: Layout, now: Layout) -> None:
        self._before = before
        self._now = now

    def finding(self, finding: Finding) -> Finding:
        places = [finding.span, *(related.span for related in finding.related)]
        places += [edit.span for fix in finding.fixes for edit in fix.edits]
        moved = {place: self._span(place) for place in places}
        if all(there is place for place, there in moved.items()):
            return finding
        return replace(
            finding,
            span=moved[finding.span],
            related=tuple(Related(moved[r.span], r.message) for r in finding.related),
            fixes=tuple(_moved_fix(fix, moved) for fix in finding.fixes),
        )

    def _span(self, span: Span) -> Span:
        if span.file != self._now.path:
            raise _Moved
        start, end = self._position(span.start), self._position(span.end)
        stays = start is span.start and end is span.end
        return span if stays else Span(span.file, start, end)

    def _position(self, position: Position) -> Position:
        index = bisect_right(self._before.first_lines, position.line) - 1
        chunk = self._before.chunks[index] if index >= 0 else None
        if chunk is None or chunk not in self._now.members:
            raise _Moved
        if chunk.first_column != self._before.columns[index]:
            raise _Moved
        moved = chunk.first_line - self._before.first_lines[index]
        return Position(position.line + moved, position.column) if moved else position


def _moved_fix(fix: Fix, moved: dict[Span, Span]) -> Fix:
    edits = tuple(Edit(moved[edit.span], edit.new_text) for edit in fix.edits)
    return replace(fix, edits=edits)


def findings_of_parts(
    rules: tuple[Rule, ...], program: Program, run_rules: RunRules
) -> Iterator[Finding]:
    """What rules find in each part, from memory where the part stayed as it was."""
    now = Layout(program.document)
    for part in program.parts:
        kept = part.kept_findings.get(rules)
        moved = None if kept is None else _moved(cast(Kept, kept), now)
        if moved is None:
            moved = list(run_rules(rules, part))
            part.kept_findings[rules] = (now, moved)
        yield from moved


def _moved(kept: Kept, now: Layout) -> list[Finding] | None:
    before, findings = kept
    try:
        return [_Shift(before, now).finding(finding) for finding in findings]
    except _Moved:
        return None
