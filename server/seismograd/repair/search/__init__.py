"""Search strategies, one file each, behind one protocol."""

from __future__ import annotations

from seismograd.repair.search.strategy import Outcome, SearchSpace, Strategy, Suggestion


class _Singles(Strategy):
    """Single changes in their order."""

    name = "auto"

    def __init__(self, space: SearchSpace, seed: int, budget: int) -> None:
        super().__init__(space, seed, budget)
        self._left = list(space.first)

    def suggest(self) -> Suggestion | None:
        return self._left.pop(0) if self._left else None

    def report(self, suggestion: Suggestion, outcome: Outcome) -> None:
        pass


def make_strategy(name: str, space: SearchSpace, seed: int, budget: int) -> Strategy:
    return _Singles(space, seed, budget)


STRATEGIES = ("auto",)
