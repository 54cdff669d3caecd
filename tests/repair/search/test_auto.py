"""The default strategy."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from seismograd.repair.search import make_strategy
from seismograd.repair.search.strategy import Outcome, SearchSpace, Suggestion
from tests.repair.search.problems import PARAMETERS, Values, search, separable, space_of


@pytest.fixture(params=["with Optuna", "without Optuna"])
def _optuna(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "without Optuna":
        monkeypatch.setitem(sys.modules, "optuna", None)
    else:
        pytest.importorskip("optuna")


def needs_a_pair(values: Values) -> float:
    """Either change helps a little; both together repair it."""
    helpful = {"units": 128, "activation": "gelu"}
    right = sum(values.get(name) == value for name, value in helpful.items())
    return (1.0, 0.9, 0.1)[right] + 0.2 * (len(values) - right)


@pytest.mark.usefixtures("_optuna")
def test_single_changes_come_first_and_in_order() -> None:
    space = space_of(separable, first=True)
    made = search(make_strategy("auto", space, 1, 40), lambda values: 9.0, len(space.first))
    assert [one.values for one in made] == [one.values for one in space.first]


@pytest.mark.usefixtures("_optuna")
def test_single_changes_give_way_once_one_is_better() -> None:
    space = space_of(separable, first=True)
    made = search(make_strategy("auto", space, 1, 10), separable, 10)
    # Five singles, and two steps from the best of them.
    assert [len(one.values) for one in made[:8]] == [1, 1, 1, 1, 1, 1, 1, 2]


@pytest.mark.usefixtures("_optuna")
def test_what_helps_is_followed_further() -> None:
    def rising(values: Values) -> float:
        """The larger the better."""
        return 1.0 / float(values.get("units", 1))

    space = space_of(rising, first=True)
    made = search(make_strategy("auto", space, 1, 20), rising, 12)
    tried = [float(one.values["units"]) for one in made if one.values.keys() == {"units"}]
    suggested = [float(one.values["units"]) for one in space.first if "units" in one.values]
    assert max(tried) > max(suggested)


@pytest.mark.usefixtures("_optuna")
def test_what_was_stopped_is_not_followed() -> None:
    """A flat loss may be small: the last value before the stop is none."""
    space = space_of(separable, first=True)
    strategy = make_strategy("auto", space, 1, 20)
    for _ in range(10):
        suggestion = strategy.suggest()
        assert suggestion is not None
        assert suggestion.values in [one.values for one in space.first]
        strategy.report(suggestion, Outcome(0.0, is_stopped=True))


@pytest.mark.usefixtures("_optuna")
def test_what_may_be_chance_is_not_followed() -> None:
    """Single changes come first then, and pairs of the most likely ones."""
    space = replace(space_of(separable, first=True), least_gain=1e3)
    made = search(make_strategy("auto", space, 1, 20), separable, 15)
    assert [one.values for one in made[:10]] == [one.values for one in space.first[:10]]
    assert {len(one.values) for one in made[10:]} == {2}
    assert [*made[10].values] == [one.name for one in space.parameters][:2]


@pytest.mark.usefixtures("_optuna")
def test_two_faults_that_hide_each_other_are_repaired() -> None:
    def both(values: Values) -> float:
        return 0.1 if {"lr", "dropout"} <= values.keys() else 1.0

    space = space_of(both, first=True)
    made = search(make_strategy("auto", space, 1, 20), both, 20)
    assert min(both(one.values) for one in made) == 0.1


@pytest.mark.usefixtures("_optuna")
def test_a_pair_is_found_from_its_halves() -> None:
    space = space_of(needs_a_pair, first=True)
    made = search(make_strategy("auto", space, 1, 20), needs_a_pair, 20)
    assert min(needs_a_pair(one.values) for one in made) == 0.1


@pytest.mark.usefixtures("_optuna")
def test_the_best_change_is_tried_with_candidates_that_were_not_suggested() -> None:
    first = (Suggestion({"units": 128}),)
    space = SearchSpace(PARAMETERS, first, needs_a_pair({}))
    made = search(make_strategy("auto", space, 1, 30), needs_a_pair, 30)
    assert {"units": 128, "activation": "gelu"} in [one.values for one in made]


@pytest.mark.usefixtures("_optuna")
def test_patches_stay_small() -> None:
    made = search(make_strategy("auto", space_of(separable), 1, 25), separable, 25)
    assert len(made) == 25
    assert max(len(one.values) for one in made) <= 3


@pytest.mark.usefixtures("_optuna")
def test_values_are_refined_near_the_best() -> None:
    space = space_of(separable, PARAMETERS[:1], first=True)
    made = search(make_strategy("auto", space, 1, 20), separable, 20)
    candidates = min(separable(one.values) for one in space.first)
    assert min(separable(one.values) for one in made) < candidates / 2


@pytest.mark.usefixtures("_optuna")
def test_what_is_unusual_is_paired_once_each_was_tried_alone() -> None:
    space = space_of(separable, first=True)
    names = list(dict.fromkeys(name for one in space.first for name in one.values))[:2]
    marked = tuple(replace(one, is_unusual=one.name in names) for one in space.parameters)
    strategy = make_strategy("auto", replace(space, parameters=marked), 1, 20)
    made = [one.values for one in search(strategy, lambda values: 9.0, 12)]
    pair = next(values for values in made if len(values) == 2)
    assert set(pair) == set(names)
    singles = [values for values in made[: made.index(pair)] if values.keys() <= {*names}]
    assert {name for values in singles for name in values} == set(names)
    assert sum(len(values) == 2 for values in made[:10]) == 1
