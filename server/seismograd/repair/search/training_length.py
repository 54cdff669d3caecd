"""How long trainings of a search may be: many times as long only where something speaks for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from seismograd.faults import FaultType
from seismograd.repair.parameter import Numbers, Parameter
from seismograd.repair.search.results import Result, Results
from seismograd.repair.search.strategy import SearchSpace
from seismograd.repair.search.values import Values, old_number

FEW_TIMES = 5.0
"""The epochs of the source, or the most that have helped: a training that gains nothing by five
times as many is rarely repaired by a hundred times."""

FRUITLESS = 2
"""Longer trainings that brought nothing: then even longer ones are not worth their time."""


class TrainingLength:
    """Watches how long the trainings were, and which were better for more epochs."""

    def __init__(self, space: SearchSpace, results: Results) -> None:
        self._space = space
        self._results = results

    def allows(self, values: Values) -> bool:
        """Candidates are tried at any length where the training was still improving at its end:
        if that is not what the diagnosis suspects first, once the search has taken as long."""
        are_candidates = all(values[one.name] in one.candidates for one in self._lengths(values))
        is_promising = self._space.is_improving and self._fruitless < FRUITLESS
        is_due = self._is_suspected_first or self._times(values) <= self._times_so_far
        is_worth_it = is_promising and are_candidates and is_due
        return is_worth_it or self._times(values) <= self._most_times

    def fitted(self, values: Values) -> Values:
        return values if self.allows(values) else self.shortened(values)

    def shortened(self, values: Values) -> Values:
        """With as many epochs as have been shown to help, and a few times more."""
        too_long = self._times(values) / self._most_times
        if too_long <= 1.0:
            return values
        divisor = too_long ** (1 / self._count(values))
        divided = {one.name: float(values[one.name]) / divisor for one in self._lengths(values)}
        return {**values, **divided}

    @property
    def _is_suspected_first(self) -> bool:
        return any(self._count(one.values) > 0 for one in self._space.first[:1])

    @property
    def _times_so_far(self) -> float:
        """Of all trials together."""
        return sum(self._times(one.values) for one in self._results)

    @property
    def _most_times(self) -> float:
        """No longer than what helped, where an even longer training was no better."""
        helpful = [one for one in self._results if self._has_helped(one)]
        most = FEW_TIMES * max((1.0, *(self._times(one.values) for one in helpful)))
        return min((most, *self._long_enough(helpful)))

    def _long_enough(self, helpful: Sequence[Result]) -> Iterator[float]:
        for long, short in product(self._results, helpful):
            is_longer = self._times(long.values) > self._times(short.values)
            has_same_rest = self._rest(long.values) == self._rest(short.values)
            if is_longer and has_same_rest and long.error >= short.error:
                yield self._times(short.values)

    @property
    def _fruitless(self) -> int:
        """Trainings that were longer and nothing else, and too long to be short ones."""
        alone = [one for one in self._results if len(one.values) == 1 == self._count(one.values)]
        return sum(self._times(one.values) > 1.0 and not self._has_helped(one) for one in alone)

    def _has_helped(self, result: Result) -> bool:
        """Against the same changes with the epochs of the source, where those have been tried."""
        rest = self._rest(result.values)
        known = self._results.error_of(rest)
        is_longer = len(rest) < len(result.values)
        return is_longer and known is not None and result.error < known - self._space.least_gain

    def _rest(self, values: Values) -> Values:
        lengths = {one.name for one in self._lengths(values)}
        return {name: value for name, value in values.items() if name not in lengths}

    def _times(self, values: Values) -> float:
        """As long as the training without changes, or as a short one: both cost little."""
        times = prod(
            float(values[one.name]) / (old_number(one) or 1.0) for one in self._lengths(values)
        )
        return max(1.0, times / self._space.short_times)

    def _count(self, values: Values) -> int:
        return sum(1 for _ in self._lengths(values))

    def _lengths(self, values: Values) -> Iterator[Parameter]:
        """Numbers of epochs."""
        for name in values:
            parameter = self._space.by_name.get(name)
            is_number = parameter is not None and isinstance(parameter.space, Numbers)
            if parameter is not None and is_number and parameter.fault_type is FaultType.HNE:
                yield parameter
