"""Where trainings end is foretold from their pace, and only where that has come true before."""

from __future__ import annotations

import math
from random import Random

import pytest

from seismograd.repair.trials.prospects import (
    Goals,
    best_end,
    course_of_losses,
    has_moved,
    is_foretold,
)
from seismograd.traces.history import RunHistory

FALLING = [math.exp(-at / 8) + 0.2 for at in range(40)]
FOLDS = FALLING[:20] + FALLING[:20]
LEAP = [1.0] * 30 + [0.2] * 10


def test_the_end_is_never_expected_worse_than_it_comes() -> None:
    for count in range(16, 40):
        end = best_end(FALLING[:count], count / 40)
        assert end is not None
        assert end <= FALLING[-1] + 1e-9


def test_a_flat_course_stays_where_it_is() -> None:
    assert best_end([0.5] * 20, 0.5) == pytest.approx(0.5)


def test_what_gets_worse_is_not_expected_to_go_on_so() -> None:
    assert best_end([0.1 * at for at in range(9)], 0.5) == pytest.approx(0.65)


@pytest.mark.parametrize(("count", "share"), [(3, 0.9), (20, 0.3)])
def test_few_values_say_nothing(count: int, share: float) -> None:
    assert best_end([0.5] * count, share) is None


def test_who_has_learned_has_moved() -> None:
    assert has_moved(FALLING)
    noise = Random(0)
    assert not has_moved([1.0 + noise.gauss(0, 0.1) for _ in range(30)])


def test_folds_and_leaps_are_not_foretold() -> None:
    assert is_foretold(FALLING)
    assert not is_foretold(FOLDS)
    assert not is_foretold(LEAP)
    assert not is_foretold([*FALLING, math.nan])
    assert not is_foretold([0.5])
    assert not is_foretold([0.5] * 7)
    assert is_foretold([0.5] * 8)


def test_goals_are_there_for_what_is_foretold_only() -> None:
    goals = Goals.after(FALLING, 0.1, LEAP, is_failing=True)
    assert goals.error == pytest.approx(FALLING[-1] - 0.1)
    assert goals.loss == math.inf
    assert Goals.after(LEAP, 0.1, FALLING, is_failing=False) == Goals()
    assert Goals.after(LEAP, 0.1, FALLING, is_failing=True).loss < FALLING[-1]


def test_a_run_without_losses_has_no_course() -> None:
    assert course_of_losses(RunHistory()) == []


def test_what_others_have_reached_is_the_goal_then() -> None:
    goals = Goals(error=0.4)
    assert goals.beside(0.1, 0.5, 0.5).error == pytest.approx(0.3)
    assert goals.beside(0.1, 0.5, 1.0).error == pytest.approx(0.1)
    assert goals.beside(0.6, 0.5, 1.0) == goals
    assert goals.beside(0.1, math.inf, 1.0) == goals
    assert Goals().beside(0.1, 0.5, 1.0) == Goals()
