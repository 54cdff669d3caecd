"""How long the trainings are that strategies suggest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from seismograd.faults import FaultType
from seismograd.repair.parameter import Numbers
from seismograd.repair.search import make_strategy
from seismograd.repair.search.strategy import SearchSpace
from tests.repair.search.problems import (
    PARAMETERS,
    Values,
    parameter,
    search,
    single_changes,
)

OLD = 8
EPOCHS = replace(
    parameter("epochs", str(OLD), Numbers(OLD, 100 * OLD, is_whole=True), (16, 40, 160, 800)),
    fault_type=FaultType.HNE,
)
SPACE = SearchSpace(
    (EPOCHS, *PARAMETERS[1:4]), single_changes((EPOCHS, *PARAMETERS[1:4])), 1.0, 0.05
)


def times(values: Values) -> float:
    return float(values.get("epochs", OLD)) / OLD


def nothing_helps(values: Values) -> float:
    """A little, by chance, and the more the longer."""
    return 1.0 - 1e-4 * times(values)


def hundred_times(values: Values) -> float:
    """Each longer training is clearly better than a shorter one."""
    return 1.0 - 0.1 * min(times(values), 100.0) ** 0.45


def only_hundred_times(values: Values) -> float:
    return 0.1 if times(values) >= 100 else 1.0


def longest(error: Callable[[Values], float], space: SearchSpace, name: str = "auto") -> float:
    made = search(make_strategy(name, space, 1, 20), error, 20)
    return max(times(one.values) for one in made)


@pytest.mark.parametrize("name", ["auto", "random", "halving", "tpe"])
def test_what_brings_nothing_is_not_tried_a_hundred_times_as_long(name: str) -> None:
    assert longest(nothing_helps, SPACE, name) <= 5


def test_what_helps_is_followed_to_the_longest_training() -> None:
    assert longest(hundred_times, SPACE) == 100


def test_what_needs_ten_times_as_long_is_hardly_tried_at_greater_length() -> None:
    def ten_times(values: Values) -> float:
        return 0.2 if times(values) >= 10 else 1.0

    candidates = (10 * OLD, 3 * OLD)
    space = replace(EPOCHS, candidates=candidates)
    others = (space, *PARAMETERS[1:4])
    made = search(
        make_strategy("auto", SearchSpace(others, single_changes(others), 1.0, 0.05, True), 1, 20),
        ten_times,
        20,
    )
    assert sum(times(one.values) > 10 for one in made) <= 3


def test_a_training_that_still_improves_is_tried_at_great_length() -> None:
    """Ten times as long may still not be enough to see anything."""
    far_too_few = replace(EPOCHS, candidates=(80, 800, 24))
    space = SearchSpace((far_too_few,), single_changes((far_too_few,)), 1.0, 0.05, True)
    assert longest(only_hundred_times, space) == 100


def test_what_is_not_suspected_first_waits_until_the_search_has_taken_as_long() -> None:
    ten_times = replace(EPOCHS, candidates=(10 * OLD, 3 * OLD))
    parameters = (*PARAMETERS[1:4], ten_times)
    space = SearchSpace(parameters, single_changes(parameters), 1.0, 0.05, True)
    made = search(make_strategy("auto", space, 1, 20), nothing_helps, 20)
    lengths = [times(one.values) for one in made]
    assert sum(lengths[: lengths.index(10)]) >= 10
    assert 3 in lengths[: lengths.index(10)]


def test_of_a_very_short_training_longer_ones_say_nothing_until_they_are_long_enough() -> None:
    """Ten times as long is still too short to show anything, and costs next to nothing."""
    ten_times = replace(EPOCHS, candidates=(3 * OLD, 10 * OLD, 100 * OLD))
    parameters = (*PARAMETERS[1:4], ten_times)
    space = SearchSpace(parameters, single_changes(parameters), 1.0, 0.05, True)
    assert longest(only_hundred_times, space) <= 10
    assert longest(only_hundred_times, replace(space, short_times=60.0)) >= 100


def test_two_longer_trainings_that_bring_nothing_are_enough() -> None:
    assert longest(nothing_helps, replace(SPACE, is_improving=True)) <= 5


def test_gains_of_another_change_do_not_speak_for_longer_trainings() -> None:
    def units_help(values: Values) -> float:
        return nothing_helps(values) - 0.5 * (values.get("units", 64) != 64)

    assert longest(units_help, SPACE) <= 5
