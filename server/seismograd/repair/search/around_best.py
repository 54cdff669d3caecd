"""Search in the neighbourhood of the best patch so far, with few changes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from seismograd.repair.parameter import Value
from seismograd.repair.search.optional_package import load
from seismograd.repair.search.optuna_search import INSTALL, REPEATS
from seismograd.repair.search.optuna_study import OptunaStudy
from seismograd.repair.search.results import Results
from seismograd.repair.search.strategy import SearchSpace, StrategyUnavailable, Suggestion
from seismograd.repair.search.tpe import tpe_sampler
from seismograd.repair.search.training_length import TrainingLength
from seismograd.repair.search.unique import UniqueSuggestions
from seismograd.repair.search.values import (
    Values,
    moved_value,
    near_value,
    random_value,
    random_values,
    searchable,
)

MOST_CHANGES = 3
"""Of a patch: 25 of 30 faults of a published study have a repair by one change."""
MOVE = 0.7
"""Probability that a value of the best patch is moved; otherwise one more parameter is set."""


class AroundBest:
    """With Optuna's TPE where it is installed, otherwise by random steps."""

    def __init__(
        self,
        space: SearchSpace,
        seed: int,
        unique: UniqueSuggestions,
        results: Results,
        length: TrainingLength,
    ) -> None:
        self._space = space
        self._unique = unique
        self._results = results
        self._length = length
        self._random = Random(seed)
        self._study = _study(space, seed)
        for result in results:
            self.report(result.suggestion, result.error)

    def suggest(self) -> Suggestion | None:
        modelled = self._modelled(self._study) if self._study is not None else None
        return modelled or self._draw(self._step) or self._draw(self._anywhere)

    def report(self, suggestion: Suggestion, error: float) -> None:
        if self._study is not None:
            self._study.finish(suggestion, error)

    def _draw(self, values: Callable[[], Values]) -> Suggestion | None:
        return self._unique.draw(lambda: self._length.shortened(values()))

    def _modelled(self, study: OptunaStudy) -> Suggestion | None:
        for _ in range(REPEATS):
            trial, values = study.ask(self._names())
            suggestion = self._unique.new(self._length.shortened(self._near_best(values)))
            if suggestion is not None:
                study.start(trial, suggestion)
                return suggestion
            study.discard(trial)
        return None

    def _near_best(self, values: Values) -> Values:
        """With few trials a model knows little: what it wants is moved next to what is known."""
        best = self._results.best
        return {
            name: near_value(self._space.by_name[name], value, best[name])
            if name in best
            else value
            for name, value in values.items()
        }

    def _names(self) -> list[str]:
        """Parameters of the best patch, then those of the next best ones, then others."""
        others = [parameter.name for parameter in searchable(self._space)]
        self._random.shuffle(others)
        promising = [name for result in self._results.better for name in result.values]
        return list(dict.fromkeys([*promising, *others]))[:MOST_CHANGES]

    def _anywhere(self) -> Values:
        return random_values(self._space, self._random, MOST_CHANGES)

    def _step(self) -> Values:
        best = self._results.best
        others = [one for one in searchable(self._space) if one.name not in best]
        is_full = len(best) >= MOST_CHANGES or not others
        if best and (is_full or self._random.random() < MOVE):
            name = self._random.choice(sorted(best))
            moved: Value = moved_value(self._space.by_name[name], best[name], self._random)
            return {**best, name: moved}
        if not others:
            return {}
        added = self._random.choice(others)
        return {**best, added.name: random_value(added, self._random)}


def _study(space: SearchSpace, seed: int) -> OptunaStudy | None:
    try:
        load("optuna", "auto", INSTALL)
    except StrategyUnavailable:
        return None
    return OptunaStudy(space, tpe_sampler(seed, startup_trials=1), is_conditional=True)
