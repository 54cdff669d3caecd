"""Successive halving, with the strategies that use it."""

from __future__ import annotations

import math

import pytest

from seismograd.repair.search import make_strategy
from seismograd.repair.search.rungs import Rungs
from seismograd.repair.search.strategy import Progress, Suggestion
from tests.repair.search.problems import separable, space_of, strategies


def test_only_the_best_third_goes_on() -> None:
    rungs = Rungs()
    stopped = [rungs.should_stop(n, Progress(0.12, e)) for n, e in enumerate([3.0, 2, 4, 1, 5])]
    assert stopped == [False, False, True, False, True]


def test_trials_are_compared_once_at_each_rung() -> None:
    rungs = Rungs()
    for trial, error in enumerate([1.0, 2.0]):
        rungs.should_stop(trial, Progress(0.2, error))
    assert not rungs.should_stop(0, Progress(0.25, 99.0))
    assert not rungs.should_stop(3, Progress(0.05, 99.0))
    assert rungs.should_stop(3, Progress(0.2, 99.0))


def test_a_failing_trial_is_stopped_at_its_first_rung() -> None:
    assert Rungs().should_stop(0, Progress(0.2, math.nan))
    assert not Rungs().should_stop(0, Progress(0.2, math.nan), first_rung=1)
    assert Rungs().should_stop(0, Progress(0.4, math.inf), first_rung=1)


@pytest.mark.parametrize("name", strategies("halving", "bohb"))
def test_strategies_stop_some_trials_but_not_the_best(name: str) -> None:
    strategy = make_strategy(name, space_of(separable), 1, 20)
    errors = [5.0, 4, 1, 6, 7, 8, 3, 9, 2, 8, 8, 8]
    steps = [Progress(share, error) for error in errors for share in (0.2,)]
    stopped = [strategy.should_stop(Suggestion({}, key), one) for key, one in enumerate(steps)]
    assert 2 <= sum(stopped) <= 10
    assert not stopped[errors.index(1)]
