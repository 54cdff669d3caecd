"""The base of the strategies that let a sampler of Optuna choose the values."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import TYPE_CHECKING, ClassVar

from seismograd.repair.search.optional_package import load
from seismograd.repair.search.optuna_study import OptunaStudy
from seismograd.repair.search.results import Results
from seismograd.repair.search.strategy import Outcome, SearchSpace, Strategy, Suggestion
from seismograd.repair.search.training_length import TrainingLength
from seismograd.repair.search.unique import UniqueSuggestions
from seismograd.repair.search.values import changed_values, random_values, searchable

if TYPE_CHECKING:
    from optuna.samplers import BaseSampler

INSTALL = "'seismograd[search]'"
STARTUP_SHARE = 0.25
"""Of the budget: results before the model is used, those of the diagnosis' candidates and the
baseline among them. Optuna's own default, ten, is half of a budget of 20."""
REPEATS = 5
"""How often a sampler may come back with known values before a random suggestion takes over."""


class OptunaSearch(Strategy):
    is_conditional: ClassVar[bool] = True
    """See `OptunaStudy`."""

    def __init__(self, space: SearchSpace, seed: int, budget: int) -> None:
        super().__init__(space, seed, budget)
        load("optuna", self.name, INSTALL)
        self._random = Random(seed)
        self._unique = UniqueSuggestions(space)
        self._results = Results(space)
        self._length = TrainingLength(space, self._results)
        sampler = self.sampler(max(1, round(budget * STARTUP_SHARE)))
        self._study = OptunaStudy(space, sampler, is_conditional=self.is_conditional)
        for first in space.first:
            self._study.enqueue(changed_values(space, first.values))

    @abstractmethod
    def sampler(self, startup_trials: int) -> BaseSampler:
        """Seeded. Raises `StrategyUnavailable`."""

    def suggest(self) -> Suggestion | None:
        if not searchable(self.space):
            return None
        # Candidates that repeat each other must not use up the attempts.
        for _ in range(REPEATS + len(self.space.first)):
            trial, values = self._study.ask()
            suggestion = self._unique.new(self._length.fitted(values))
            if suggestion is not None:
                self._study.start(trial, suggestion)
                return suggestion
            self._study.discard(trial)
        return self._unique.draw(
            lambda: self._length.shortened(random_values(self.space, self._random))
        )

    def report(self, suggestion: Suggestion, outcome: Outcome) -> None:
        self._results.add(suggestion, outcome.error)
        self._study.finish(suggestion, outcome.error)
