"""Random search: what every other strategy has to beat."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from seismograd.repair.search.results import Results
from seismograd.repair.search.strategy import Outcome, SearchSpace, Strategy, Suggestion
from seismograd.repair.search.training_length import TrainingLength
from seismograd.repair.search.unique import UniqueSuggestions
from seismograd.repair.search.values import Values, random_values


class RandomSearch(Strategy):
    """Learns only how long trainings may be, and does not use the candidates of the diagnosis."""

    name: ClassVar[str] = "random"

    def __init__(self, space: SearchSpace, seed: int, budget: int) -> None:
        super().__init__(space, seed, budget)
        self._random = Random(seed)
        self._unique = UniqueSuggestions(space)
        self._results = Results(space)
        self._length = TrainingLength(space, self._results)

    def suggest(self) -> Suggestion | None:
        return self._unique.draw(self._values)

    def report(self, suggestion: Suggestion, outcome: Outcome) -> None:
        self._results.add(suggestion, outcome.error)

    def _values(self) -> Values:
        return self._length.shortened(random_values(self.space, self._random))
