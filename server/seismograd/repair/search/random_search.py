"""Random search: what every other strategy has to beat."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from seismograd.repair.search.strategy import Outcome, SearchSpace, Strategy, Suggestion
from seismograd.repair.search.unique import UniqueSuggestions
from seismograd.repair.search.values import random_values


class RandomSearch(Strategy):
    """Learns nothing, and does not use the candidates of the diagnosis."""

    name: ClassVar[str] = "random"

    def __init__(self, space: SearchSpace, seed: int, budget: int) -> None:
        super().__init__(space, seed, budget)
        self._random = Random(seed)
        self._unique = UniqueSuggestions(space)

    def suggest(self) -> Suggestion | None:
        return self._unique.draw(lambda: random_values(self.space, self._random))

    def report(self, suggestion: Suggestion, outcome: Outcome) -> None:
        pass
