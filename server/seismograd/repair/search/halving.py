"""Random suggestions, of which asynchronous successive halving (ASHA) ends the worse ones early."""

from __future__ import annotations

from typing import ClassVar

from seismograd.repair.search.random_search import RandomSearch
from seismograd.repair.search.rungs import Rungs
from seismograd.repair.search.strategy import Progress, SearchSpace, Suggestion


class Halving(RandomSearch):
    name: ClassVar[str] = "halving"

    def __init__(self, space: SearchSpace, seed: int, budget: int) -> None:
        super().__init__(space, seed, budget)
        self._rungs = Rungs()

    def should_stop(self, suggestion: Suggestion, progress: Progress) -> bool:
        return self._rungs.should_stop(suggestion.key, progress)
