"""What a relation is about: the classes that a report most likely means, and what they offer."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.context.suspects import find_suspects
from seismograd.reproduce.generate.offline.inputs.draft_builder import DraftBuilder


@dataclass(frozen=True, slots=True)
class Subject:
    name: str
    builder: DraftBuilder
    offers: frozenset[str]
    """Functions and methods that not every subject has."""
    helpers: tuple[str, ...]
    """Definitions for the top of the script."""
    setting: tuple[str, ...]
    """Statements that make it, and what it is given."""


_WHOLE = 0.3
"""What a whole network is preferred by to its parts."""


def likely_classes(case: Case) -> list[Symbol]:
    """Those that can be imported, the likeliest first."""
    project, scores = case.project, _scores(case)
    named = {name.rpartition(".")[2] for name in case.report.names}

    def rank(symbol: Symbol) -> tuple[bool, float]:
        whole = _WHOLE if symbol.role is Role.NETWORK else 0.0
        return (symbol.name not in named, -scores.get(symbol.qualified, 0.0) - whole)

    classes = (s for s in project.symbols if s.kind is SymbolKind.CLASS and "." not in s.name)
    return sorted((s for s in classes if s.module and s.file not in project.tests), key=rank)


def _scores(case: Case) -> dict[str, float]:
    """What is said of a method counts for its class."""
    scores: dict[str, float] = {}
    for one in find_suspects(case.project, case.report):
        if one.symbol is not None:
            name = one.symbol.qualified
            owner = name.rpartition(".")[0] if one.symbol.kind is SymbolKind.METHOD else name
            scores[owner] = scores.get(owner, 0.0) + one.score
    return scores
