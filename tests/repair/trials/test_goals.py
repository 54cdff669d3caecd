"""What a trial has to get below: no change, half of the best gain, other values of its own."""

from __future__ import annotations

import math

import pytest

from seismograd.localise.trouble import Trouble
from seismograd.repair.trials.goals import Goal, Goals, SearchGoals

FALLING = [math.exp(-at / 8) + 0.2 for at in range(40)]
LEAP = [1.0] * 30 + [0.2] * 10
END = FALLING[-1]


def test_it_has_to_be_better_than_no_change() -> None:
    goals = SearchGoals(FALLING, 0.1).of_trial({"lr"})
    assert goals == Goals(error=Goal(pytest.approx(END - 0.1), 0.25, finished=(FALLING,)))


def test_no_pace_is_trusted_where_the_end_came_as_a_surprise() -> None:
    goals = SearchGoals(LEAP, 0.1, FALLING).of_trial({"lr"})
    assert goals.error.since == math.inf
    assert goals.loss == Goal()


def test_where_the_training_fails_its_loss_has_to_get_lower() -> None:
    goals = SearchGoals(LEAP, 0.1, FALLING, Trouble.TRAINING)
    assert goals.of_trial({"lr"}).loss.below < END
    assert goals.of_free_loss({"loss"}).loss == Goal()


def test_where_the_training_works_a_loss_must_come_near_to_it() -> None:
    goals = SearchGoals(LEAP, 0.1, FALLING, Trouble.NONE)
    assert END < goals.of_trial({"lr"}).loss.below < 1.05 * END


def test_a_loss_says_nothing_where_the_evaluation_fails() -> None:
    goals = SearchGoals(LEAP, 0.1, FALLING, Trouble.EVALUATION)
    assert goals.of_trial({"lr"}).loss == Goal()


def test_a_single_change_has_to_reach_half_of_the_best_gain() -> None:
    goals = SearchGoals(FALLING, 0.01)
    goals.add({"lr"}, END - 0.1, ())
    assert goals.of_trial({"units"}).error.below == pytest.approx(END - 0.05)
    assert goals.of_trial({"units", "lr"}).error.below == pytest.approx(END - 0.1)


def test_another_value_of_the_same_has_to_be_nearly_as_good() -> None:
    goals = SearchGoals(FALLING, 0.01)
    goals.add({"lr"}, END - 0.1, ())
    assert goals.of_trial({"lr"}).error.below == pytest.approx(END - 0.095)


def test_trials_that_were_no_better_set_no_goal() -> None:
    goals = SearchGoals(FALLING, 0.01)
    goals.add({"lr"}, END + 0.1, FALLING)
    assert goals.of_trial({"lr"}).error.below == pytest.approx(END - 0.01)


def test_longer_trainings_tell_where_the_first_one_is_too_short() -> None:
    """A training of 3 epochs, and one of 40."""
    first = [1.2, 1.1, 1.0]
    goals = SearchGoals(first, 0.05)
    own = Goal(pytest.approx(0.95), 0.4, is_by_own_course=True, finished=(first,))
    assert goals.of_trial({"epochs"}) == Goals(error=own)
    goals.add({"epochs"}, END, FALLING)
    nearly = pytest.approx(1.0 - 0.95 * (1.0 - END))
    expected = Goal(nearly, 0.25, finished=(first, FALLING))
    assert goals.of_trial({"epochs"}).error == expected
    goals.add({"epochs"}, 0.2, LEAP)
    assert goals.of_trial({"epochs"}).error.since == math.inf


def test_a_training_that_ends_in_nan_sets_no_goal() -> None:
    goals = SearchGoals([math.inf] * 3, 0.0)
    goals.add({"lr"}, END, FALLING)
    assert goals.of_trial({"lr"}).error.below == math.inf
