"""How much each piece of a project has to do with a report."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from seismograd.reproduce.context.bm25 import Ranking
from seismograd.reproduce.context.chunks import Chunk, chunks_of, text_of
from seismograd.reproduce.context.places import Places
from seismograd.reproduce.context.project_view import EntryPoint, ProjectView, Role, Symbol
from seismograd.reproduce.report.bug_report import BugReport

MAX_QUESTION = 20_000
_NEAR = 0.5
"""What a piece passes on to those that it calls, or that call it."""
_BEST = 10


@dataclass
class Relevance:
    """Scores from 0 to 1 for the pieces of a project."""

    view: ProjectView
    report: BugReport
    places: Places
    chunks: list[Chunk] = field(default_factory=list)
    scores: dict[int, float] = field(default_factory=dict)
    reached_from: dict[int, int] = field(default_factory=dict)
    """Pieces that owe their score to another one, next to which they stand in the calls."""

    def chunk_at(self, file: str, line: int) -> int | None:
        for number in self._of_files.get(file, ()):
            if self.chunks[number].first <= line <= self.chunks[number].last:
                return number
        return None

    def chunk_of(self, symbol: Symbol) -> int | None:
        return self.chunk_at(symbol.file, symbol.line)

    def training_loops(self) -> list[Symbol]:
        """Functions that train, the one that the report is most likely about first."""
        tests = set(self.view.tests)
        found = [s for s in self.view.symbols if s.role is Role.TRAINING and s.file not in tests]
        return sorted(found, key=self.score_of, reverse=True)

    def entry_points(self) -> list[EntryPoint]:
        """Those that the report names first, then by what they share with it."""
        text = self.report.text[:MAX_QUESTION]

        def score(entry: EntryPoint) -> tuple[bool, float]:
            numbers = self._of_files.get(entry.file, ())
            shared = max((self.scores.get(number, 0.0) for number in numbers), default=0.0)
            return entry.file.rpartition("/")[2] in text, shared

        return sorted(self.view.entry_points, key=score, reverse=True)

    def score_of(self, symbol: Symbol) -> float:
        number = self.chunk_of(symbol)
        return self.scores.get(number, 0.0) if number is not None else 0.0

    @cached_property
    def _of_files(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for number, chunk in enumerate(self.chunks):
            found[chunk.file].append(number)
        return found


def relevance_of(view: ProjectView, report: BugReport) -> Relevance:
    """Words first, then the graph of calls."""
    places = Places(view)
    chunks = chunks_of(view, places)
    relevance = Relevance(view, report, places, chunks)
    texts = [_ranked_text(chunk, places) for chunk in chunks]
    relevance.scores = _by_words(Ranking(texts), report)
    _spread(relevance)
    return relevance


def _ranked_text(chunk: Chunk, places: Places) -> str:
    # A name says more about a piece than any word within.
    return f"{chunk.name} {chunk.name} {chunk.name} {chunk.file}\n{text_of(chunk, places)}"


def _by_words(ranking: Ranking, report: BugReport) -> dict[int, float]:
    told = f"{report.title}\n{report.symptom}"
    whole = report.text[:MAX_QUESTION]
    parts = ((told, 0.4), (" ".join(report.names), 0.3), (whole, 0.3))
    total: dict[int, float] = defaultdict(float)
    for question, weight in parts:
        for number, score in _scaled(ranking.scores(question)).items():
            total[number] += weight * score
    return _scaled(total)


def _scaled(scores: Mapping[int, float]) -> dict[int, float]:
    most = max(scores.values(), default=0.0)
    return {number: score / most for number, score in scores.items()} if most > 0 else {}


def _spread(relevance: Relevance) -> None:
    """Let what stands next to the best pieces in the graph of calls have a part in them."""
    scores = relevance.scores
    neighbours = _neighbours(relevance)
    for number in sorted(scores, key=lambda found: -scores[found])[:_BEST]:
        for near in neighbours[number]:
            if scores.get(near, 0.0) < _NEAR * scores[number]:
                scores[near] = _NEAR * scores[number]
                relevance.reached_from[near] = number


def _neighbours(relevance: Relevance) -> dict[int, set[int]]:
    by_name = {symbol.qualified: symbol for symbol in relevance.view.symbols}
    found: dict[int, set[int]] = defaultdict(set)
    for call in relevance.view.calls:
        caller = relevance.chunk_at(call.file, call.line)
        callee = by_name.get(call.callee)
        target = relevance.chunk_of(callee) if callee else None
        if caller is not None and target is not None and caller != target:
            found[caller].add(target)
            found[target].add(caller)
    return found
