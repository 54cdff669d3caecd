"""BOHB: suggestions of TPE, ended early by Hyperband."""

from __future__ import annotations

from typing import ClassVar

from seismograd.repair.search.rungs import Rungs
from seismograd.repair.search.strategy import Progress, SearchSpace, Suggestion
from seismograd.repair.search.tpe import Tpe

FIRST_RUNGS = (0, 0, 1, 0, 1, 2)
"""The rung at which trials are first compared, in turn. Hyperband has brackets because some good
trainings start slowly: the more patient the bracket, the fewer trials; 2 is never ended."""


class Bohb(Tpe):
    """One model for all brackets: Optuna's Hyperband has one for each, which starve on 20 trials.
    An ended trial counts with the error it had."""

    name: ClassVar[str] = "bohb"

    def __init__(self, space: SearchSpace, seed: int, budget: int) -> None:
        super().__init__(space, seed, budget)
        self._rungs = [Rungs() for _ in set(FIRST_RUNGS)]

    def should_stop(self, suggestion: Suggestion, progress: Progress) -> bool:
        first = FIRST_RUNGS[suggestion.key % len(FIRST_RUNGS)]
        return self._rungs[first].should_stop(suggestion.key, progress, first)
