"""The parts of a project that somebody needs to see who shall reproduce a report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from seismograd.reproduce.context.chunks import Chunk, text_of
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.context.relevance import Relevance, relevance_of
from seismograd.reproduce.context.suspects import Suspect, find_suspects
from seismograd.reproduce.report.bug_report import BugReport

CHARACTERS_A_TOKEN = 3.5
DEFAULT_BUDGET = 12_000
HEADER_LINES = 60
WINDOW = 30
"""Lines around a cited one that are shown where its whole function is too much."""
_SURE = 0.5
"""Suspects from here on were pointed at; below, they only sound alike."""
_RELEVANT = 0.2


@dataclass(frozen=True, slots=True)
class ContextPart:
    file: str
    first: int
    last: int
    text: str
    """May begin with the line that opens the class around."""
    why: str


def tokens_in(text: str) -> int:
    """An estimate; code has more tokens than prose of the same length."""
    return int(len(text) / CHARACTERS_A_TOKEN) + 1


def gather_context(
    view: ProjectView, report: BugReport, *, budget: int = DEFAULT_BUDGET
) -> list[ContextPart]:
    """Cited places first, then what is near to the report, as much as the budget allows.

    The first part of each file comes after its imports and what stands at the level of its module.
    """
    relevance = relevance_of(view, report)
    suspects = find_suspects(view, report, relevance)
    selection = _Selection(relevance, budget)
    for number, line, why in _wanted(relevance, suspects):
        selection.add(number, line, why)
    return selection.parts


def _wanted(relevance: Relevance, suspects: list[Suspect]) -> Iterator[tuple[int, int, str]]:
    """Pieces in the order of their importance, each with the line that it is about."""
    for suspect in suspects:
        number = relevance.chunk_at(suspect.file, suspect.first)
        if number is not None and suspect.score >= _SURE:
            yield number, suspect.first, suspect.why
    scores = relevance.scores
    ranked = [n for n in sorted(scores, key=lambda n: -scores[n]) if scores[n] >= _RELEVANT]
    yield from (_reason(relevance, number) for number in ranked[:3])
    yield from _ways_in(relevance)
    yield from (_reason(relevance, number) for number in ranked[3:])


def _reason(relevance: Relevance, number: int) -> tuple[int, int, str]:
    chunk = relevance.chunks[number]
    origin = relevance.reached_from.get(number)
    if origin is None:
        return number, chunk.first, "shares words with the report"
    return number, chunk.first, f"calls or is called by {relevance.chunks[origin].name}"


def _ways_in(relevance: Relevance) -> Iterator[tuple[int, int, str]]:
    """The training loop and the script that the report is most likely about."""
    for loop in relevance.training_loops()[:1]:
        number = relevance.chunk_of(loop)
        if number is not None:
            yield number, loop.line, "the training loop"
    for entry in relevance.entry_points()[:1]:
        number = relevance.chunk_at(entry.file, 1)
        if number is not None:
            yield number, 1, "the entry point"


@dataclass(slots=True)
class _Selection:
    relevance: Relevance
    left: int
    parts: list[ContextPart] = field(default_factory=list)
    _chosen: set[int] = field(default_factory=set)
    _opened: set[str] = field(default_factory=set)

    def add(self, number: int, line: int, why: str) -> None:
        if number in self._chosen:
            return
        chunk = self.relevance.chunks[number]
        part = self._part(chunk, why)
        header = self._header(chunk)
        if tokens_in(part.text) > self.left:
            part = self._window(chunk, line, why)
        cost = tokens_in(part.text)
        if cost > self.left or not part.text.strip():
            return
        self._chosen.add(number)
        if header and cost + tokens_in(header.text) <= self.left:
            self._take(header)
            self._opened.add(chunk.file)
            self._chosen |= {top} if (top := self._top(chunk)) is not None else set()
        self._take(part)

    def _top(self, chunk: Chunk) -> int | None:
        return self.relevance.chunk_at(chunk.file, 1)

    def _take(self, part: ContextPart) -> None:
        self.parts.append(part)
        self.left -= tokens_in(part.text)

    def _part(self, chunk: Chunk, why: str) -> ContextPart:
        text = text_of(chunk, self.relevance.places)
        return ContextPart(chunk.file, chunk.first, chunk.last, text, why)

    def _window(self, chunk: Chunk, line: int, why: str) -> ContextPart:
        first, last = max(chunk.first, line - WINDOW // 2), min(chunk.last, line + WINDOW // 2)
        lines = self.relevance.places.lines(chunk.file)[first - 1 : last]
        return ContextPart(chunk.file, first, last, "\n".join(lines), why)

    def _header(self, chunk: Chunk) -> ContextPart | None:
        """Imports and other code above the first symbol of a file, once."""
        number = self._top(chunk)
        if chunk.file in self._opened or number is None or number in self._chosen:
            return None
        top = self.relevance.chunks[number]
        if top.symbol is not None or top == chunk:
            return None
        last = min(top.last, HEADER_LINES)
        lines = self.relevance.places.lines(chunk.file)[:last]
        text = "\n".join(lines).rstrip()
        why = "imports and module-level code of this file"
        return ContextPart(chunk.file, 1, last, text, why) if text else None
