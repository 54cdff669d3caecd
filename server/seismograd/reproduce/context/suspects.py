"""Lines and functions that are likely at fault for what a report says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from seismograd.reproduce.context.places import Place, Places
from seismograd.reproduce.context.project_view import ProjectView, Symbol, SymbolKind
from seismograd.reproduce.context.relevance import Relevance, relevance_of
from seismograd.reproduce.report.bug_report import BugReport, CitedPlace, ReportedTraceback

MAX_SUSPECTS = 20
_FRAME, _OUTER = 0.95, 0.7
_CITED, _RAISES, _NAMED, _WORDS, _TEST = 0.9, 0.8, 0.6, 0.4, 0.3
_MAX_NAMES = 60
_AMBIGUOUS = 3
_SHORTEST_FRAGMENT = 8
_RAISED_LINES = 6
_TEXT = re.compile(r"\"([^\"\n]{1,300})\"|'([^'\n]{1,300})'")
_FILLED = re.compile(r"\{[^{}]{0,200}\}|%[sdrfi.\d]{1,4}")


@dataclass(frozen=True, slots=True)
class Suspect:
    file: str
    first: int
    last: int
    symbol: Symbol | None
    score: float
    """0 to 1."""
    why: str


def find_suspects(
    view: ProjectView, report: BugReport, relevance: Relevance | None = None
) -> list[Suspect]:
    """The likeliest first. What several signs point at comes before what one does."""
    known = relevance or relevance_of(view, report)
    return _Investigation(view, report, known.places, known).ranked()


@dataclass(frozen=True, slots=True)
class _Investigation:
    view: ProjectView
    report: BugReport
    places: Places
    relevance: Relevance

    def ranked(self) -> list[Suspect]:
        merged: dict[tuple[str, int, int], Suspect] = {}
        for suspect in self._all():
            key = (suspect.file, suspect.first, suspect.last)
            merged[key] = _together(merged[key], suspect) if key in merged else suspect
        found = [self._lowered_in_tests(suspect) for suspect in merged.values()]
        return sorted(found, key=lambda s: (-s.score, s.file, s.first))[:MAX_SUSPECTS]

    def _all(self) -> Iterator[Suspect]:
        for traceback in self.report.tracebacks:
            yield from self._frames(traceback)
            yield from self._raisers(traceback)
        # A frame knows its code, and so where its line went; its mere number does not count again.
        frames = {_spot(f.file, f.line) for t in self.report.tracebacks for f in t.frames}
        for cited in self.report.places:
            if _spot(cited.file, cited.first) not in frames:
                yield from self._cited(cited)
        yield from self._named()
        yield from self._alike()

    def _frames(self, traceback: ReportedTraceback) -> Iterator[Suspect]:
        found = [place for frame in traceback.frames if (place := self.places.of_frame(frame))]
        for depth, place in enumerate(reversed(found)):
            score = _FRAME if depth == 0 else _OUTER * 0.8**depth
            why = "the innermost frame of the project" if depth == 0 else "in the traceback"
            yield from _at(place, score, why)

    def _raisers(self, traceback: ReportedTraceback) -> Iterator[Suspect]:
        """Places of the project that raise what was reported, with that message."""
        message, name = traceback.message[:2_000], traceback.short_name
        if not name or len(message) < _SHORTEST_FRAGMENT:
            return
        for file in self.view.imports:
            lines = self.places.lines(file)
            for number, line in enumerate(lines, 1):
                is_raise = "raise " in line and name in line
                if (is_raise or line.lstrip().startswith("assert ")) and _says(
                    lines[number - 1 : number - 1 + _RAISED_LINES], message
                ):
                    symbol = self.places.symbol_at(file, number)
                    why = f"raises {name} with this message"
                    yield Suspect(file, number, number, symbol, _RAISES, why)

    def _cited(self, cited: CitedPlace) -> Iterator[Suspect]:
        place = self.places.of_citation(cited)
        if place is None or place.line is None:
            return
        last = max(place.line, min(cited.last or place.line, len(self.places.lines(place.file))))
        yield Suspect(place.file, place.line, last, place.symbol, _CITED, "cited in the report")

    def _named(self) -> Iterator[Suspect]:
        for order, name in enumerate(self.report.names[:_MAX_NAMES]):
            found = [s for s in self.view.find(name) if s.kind is not SymbolKind.CONSTANT]
            if not 0 < len(found) <= _AMBIGUOUS:
                continue
            score = _NAMED * (1.1 if name in self.report.title else 1.0) * 0.98**order
            for symbol in found:
                share = score / len(found)
                why = f"the report names {name}"
                yield Suspect(symbol.file, symbol.line, symbol.last_line, symbol, share, why)

    def _alike(self) -> Iterator[Suspect]:
        scores = self.relevance.scores
        for number in sorted(scores, key=lambda found: -scores[found])[:MAX_SUSPECTS]:
            chunk = self.relevance.chunks[number]
            symbol = chunk.symbol
            if symbol and number not in self.relevance.reached_from:
                score = _WORDS * scores[number]
                why = "the words of the report"
                yield Suspect(symbol.file, symbol.line, symbol.last_line, symbol, score, why)

    def _lowered_in_tests(self, suspect: Suspect) -> Suspect:
        if suspect.file not in self.view.tests:
            return suspect
        return replace(suspect, score=suspect.score * _TEST)


def _spot(file: str, line: int | None) -> tuple[str, int | None]:
    return file.replace("\\", "/"), line


def _at(place: Place, score: float, why: str) -> Iterator[Suspect]:
    if place.line is not None:
        yield Suspect(place.file, place.line, place.line, place.symbol, score, why)
    elif place.symbol is not None:
        symbol = place.symbol
        yield Suspect(place.file, symbol.line, symbol.last_line, symbol, score * 0.8, why)


def _together(first: Suspect, second: Suspect) -> Suspect:
    score = 1 - (1 - first.score) * (1 - second.score)
    reasons = [first.why] if second.why in first.why else [first.why, second.why]
    return replace(first, score=score, why="; ".join(reasons)[:300])


def _says(lines: tuple[str, ...], message: str) -> bool:
    """Whether a statement has texts that are all parts of the message."""
    statement = lines[:1] + _continued(lines)
    texts = [one or other for line in statement for one, other in _TEXT.findall(line)]
    fragments = [part.strip() for text in texts for part in _FILLED.split(text)]
    long = [fragment for fragment in fragments if len(fragment) >= _SHORTEST_FRAGMENT]
    return bool(long) and all(fragment in message for fragment in long)


def _continued(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Lines that go on with a statement that an open bracket leaves unfinished."""
    depth = 0
    for count, line in enumerate(lines):
        depth += line.count("(") - line.count(")")
        if depth <= 0:
            return lines[1 : count + 1]
    return lines[1:]
