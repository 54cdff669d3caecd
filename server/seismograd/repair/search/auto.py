"""The default: single changes in the order of the diagnosis, pairs of what is unusual, steps from
what helps, then other pairs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations, zip_longest
from typing import ClassVar

from seismograd.repair.search.around_best import MOST_CHANGES, AroundBest
from seismograd.repair.search.results import Results
from seismograd.repair.search.strategy import Outcome, SearchSpace, Strategy, Suggestion
from seismograd.repair.search.training_length import TrainingLength
from seismograd.repair.search.unique import UniqueSuggestions
from seismograd.repair.search.values import Values, stepped_values

SINGLES_SHARE = 0.5
"""Of the budget: then single changes give way."""
SINGLES_PER_STEP = 2
"""What helps by chance is not worth more than every third trial."""
PAIRS_SHARE = 0.5
"""Of the trials that are left after single changes; the rest is for the search near the best."""
UNUSUAL_PAIRS = 3
"""Before other single changes: all pairs of three parameters."""


class Auto(Strategy):
    """Small patches first: most faults have a repair by one change, and what has few changes
    needs no minimising."""

    name: ClassVar[str] = "auto"

    def __init__(self, space: SearchSpace, seed: int, budget: int) -> None:
        super().__init__(space, seed, budget)
        self._unique = UniqueSuggestions(space)
        self._results = Results(space)
        self._length = TrainingLength(space, self._results)
        self._singles = 0
        self._steps = 0
        self._pairs = 0

    def suggest(self) -> Suggestion | None:
        if (pair := self._next_unusual_pair()) is not None:
            self._pairs += 1
            return pair
        if self._is_time_for_step and (step := self._next_step()) is not None:
            self._steps += 1
            return step
        if (single := self._next_single()) is not None:
            self._singles += 1
            return single
        if (pair := self._next_pair()) is not None:
            self._pairs += 1
            return pair
        # What had to give way comes last, or next where nothing has helped so far.
        rest = () if self._results.relevant else self._first()
        near = self._first_new(rest) or self._around_best.suggest()
        return near or self._first_new(self._first())

    def report(self, suggestion: Suggestion, outcome: Outcome) -> None:
        # A trial that was stopped is one that comes to nothing, whatever its last value was.
        error = math.inf if outcome.is_stopped else outcome.error
        self._results.add(suggestion, error)
        if "_around_best" in self.__dict__:
            self._around_best.report(suggestion, error)

    @cached_property
    def _around_best(self) -> AroundBest:
        """Loads Optuna, which takes a second: only once it is needed."""
        return AroundBest(self.space, self.seed, self._unique, self._results, self._length)

    @property
    def _is_time_for_step(self) -> bool:
        has_helped = bool(self._results.relevant)
        return has_helped and self._singles >= SINGLES_PER_STEP * (self._steps + 1)

    def _next_single(self) -> Suggestion | None:
        if self._singles >= SINGLES_SHARE * self.budget:
            return None
        return self._first_new(self._first())

    def _next_unusual_pair(self) -> Suggestion | None:
        if self._pairs >= UNUSUAL_PAIRS:
            return None
        return self._first_new(self._pairs_of_unusual())

    def _next_step(self) -> Suggestion | None:
        """What helps most may help more a step further: before others are tried by turns."""
        best = self._results.best
        return self._first_new(
            {**best, name: moved}
            for name, value in best.items()
            for moved in stepped_values(self.space.by_name[name], value)
        )

    def _next_pair(self) -> Suggestion | None:
        if self._pairs >= PAIRS_SHARE * (self.budget - self._singles - self._steps):
            return None
        has_helped = bool(self._results.relevant)
        pairs = self._pairs_of_helpful() if has_helped else self._pairs_of_likely()
        return self._first_new([*pairs, *self._best_with_candidates()])

    def _first_new(self, options: Iterable[Values]) -> Suggestion | None:
        allowed = (values for values in options if self._length.allows(values))
        found = (self._unique.new(values) for values in allowed)
        return next((suggestion for suggestion in found if suggestion is not None), None)

    def _first(self) -> Iterator[Values]:
        return (suggestion.values for suggestion in self.space.first)

    def _pairs_of_helpful(self) -> Iterator[Values]:
        singles = [result.values for result in self._results.relevant if len(result.values) == 1]
        for place, second in enumerate(singles):
            for first in singles[:place]:
                if first.keys() != second.keys():
                    yield {**first, **second}

    @cached_property
    def _likely(self) -> dict[str, Values]:
        """Of each parameter its first try, the most likely first."""
        found: dict[str, Values] = {}
        for values in self._first():
            for name in values:
                found.setdefault(name, values)
        return found

    def _pairs_of_likely(self) -> Iterator[Values]:
        """Of two faults, each may hide what the repair of the other brings."""
        tries = [*self._likely.values()]
        for one, other in sorted(combinations(range(len(tries)), 2), key=sum):
            yield {**tries[one], **tries[other]}

    def _pairs_of_unusual(self) -> Iterator[Values]:
        """Of what is wrong in the source by its looks, both may be faults: as soon as each was
        tried alone. Where one has helped, those with it."""
        alone = {name for one in self._results if len(one.values) == 1 for name in one.values}
        helpful = {name for one in self._results.relevant for name in one.values}
        unusual = {one.name for one in self.space.parameters if one.is_unusual}
        for pair in self._pairs_of_likely():
            are_unusual = unusual.issuperset(pair)
            has_helpful = not helpful or not helpful.isdisjoint(pair)
            if are_unusual and has_helpful and alone.issuperset(pair):
                yield pair

    def _best_with_candidates(self) -> Iterator[Values]:
        """Of each parameter the first candidate, then the second ones: by themselves where
        nothing is better than no change."""
        best = self._results.best
        places = {name: place for place, name in enumerate(self._likely)}
        others = [one for one in self.space.parameters if one.name not in best]
        others.sort(key=lambda one: places.get(one.name, len(places)))
        if len(best) >= MOST_CHANGES:
            return
        by_rank = zip_longest(*(one.candidates for one in others))
        for candidates in by_rank:
            for parameter, value in zip(others, candidates, strict=True):
                if value is not None:
                    yield {**best, parameter.name: value}
