"""What a search has heard so far."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.repair.search.strategy import SearchSpace, Suggestion
from seismograd.repair.search.values import Values


@dataclass(frozen=True)
class Result:
    suggestion: Suggestion
    error: float
    """Infinite where the trial failed."""

    @property
    def values(self) -> Values:
        return self.suggestion.values


class Results:
    def __init__(self, space: SearchSpace) -> None:
        self._baseline = _error(space.baseline)
        self._least_gain = space.least_gain
        self._all: list[Result] = []

    def add(self, suggestion: Suggestion, error: float) -> None:
        self._all.append(Result(suggestion, _error(error)))

    def __iter__(self) -> Iterator[Result]:
        """Best first; of equals, the one that was reported first."""
        return iter(sorted(self._all, key=lambda result: result.error))

    def error_of(self, values: Values) -> float | None:
        """None where these values were not tried."""
        if not values:
            return self._baseline
        return next((one.error for one in self if dict(one.values) == dict(values)), None)

    @property
    def better(self) -> list[Result]:
        """Those that are better than no change at all, best first."""
        return [result for result in self if result.error < self._baseline]

    @property
    def relevant(self) -> list[Result]:
        """Those that are so much better that it can hardly be chance, best first."""
        return [one for one in self if one.error < self._baseline - self._least_gain]

    @property
    def best(self) -> Values:
        """Empty where nothing is better than no change."""
        return next((result.values for result in self.better), {})


def _error(error: float) -> float:
    return math.inf if math.isnan(error) else error
