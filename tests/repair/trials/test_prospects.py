"""Where trainings end is foretold from their pace, and only where that has come true before."""

from __future__ import annotations

import math
from random import Random

import pytest

from seismograd.repair.trials.prospects import (
    best_end,
    best_end_by_others,
    could_be_foretold,
    course_of_losses,
    foretold_from,
    has_moved,
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


def test_a_late_leap_of_another_training_may_come_again() -> None:
    finished = [LEAP, FALLING, FOLDS]
    assert best_end_by_others([1.0] * 20, 0.5, finished) == pytest.approx(1.0 - 1.5 * 0.8)
    assert best_end_by_others([1.0] * 32, 0.8, [FALLING] * 3) == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize(
    ("count", "others"),
    [
        pytest.param(19, [LEAP] * 3, id="the first half"),
        pytest.param(20, [LEAP] * 2, id="two others"),
        pytest.param(20, [LEAP, LEAP, [1.0, 0.5]], id="one that is too short"),
        pytest.param(20, [LEAP, LEAP, [math.nan] * 40], id="one that failed"),
    ],
)
def test_too_few_others_say_nothing(count: int, others: list[list[float]]) -> None:
    assert best_end_by_others([1.0] * count, count / 40, others) is None


def test_few_values_say_nothing() -> None:
    assert best_end([0.5] * 6, 0.9) is None


def test_who_has_learned_has_moved() -> None:
    assert has_moved(FALLING)
    noise = Random(0)
    assert not has_moved([1.0 + noise.gauss(0, 0.1) for _ in range(30)])
    assert not has_moved([*FALLING, math.inf])
    assert not has_moved([math.nan, *FALLING])


def test_folds_and_leaps_are_not_foretold() -> None:
    assert foretold_from([FALLING]) == 0.25
    assert foretold_from([FOLDS]) is None
    assert foretold_from([LEAP]) is None
    assert foretold_from([[*FALLING, math.nan]]) is None
    assert foretold_from([]) is None


def test_the_share_is_the_one_that_would_have_told_all_ends() -> None:
    early_leap = [1.2] * 10 + FALLING[:30]
    assert foretold_from([early_leap]) == 0.4
    assert foretold_from([FALLING, early_leap]) == 0.4
    assert foretold_from([FALLING, LEAP]) is None


@pytest.mark.parametrize(("count", "enough"), [(1, False), (7, False), (8, True)])
def test_a_look_back_needs_some_values(count: int, enough: bool) -> None:
    course = [0.5] * count
    assert could_be_foretold(course) is enough
    assert (foretold_from([course]) is not None) is enough


def test_a_run_without_losses_has_no_course() -> None:
    assert course_of_losses(RunHistory()) == []
