"""What holds for every strategy."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable

import pytest

from seismograd.repair.parameter import Choices, Numbers, Parameter, as_text
from seismograd.repair.search import STRATEGIES, UnknownStrategy, make_strategy
from seismograd.repair.search.strategy import (
    Outcome,
    Progress,
    SearchSpace,
    Strategy,
    StrategyUnavailable,
    Suggestion,
)
from tests.repair.search.problems import (
    PARAMETERS,
    SLOW,
    Values,
    outcomes,
    parameter,
    separable,
    space_of,
    strategies,
)

TRIALS = 8
"""Enough for the models to be used with a budget of as many."""
every_strategy = pytest.mark.parametrize("name", strategies())
MANY = tuple(parameter(f"p{number}", "1", Numbers(1e-3, 10.0)) for number in range(40))
OPTIONS = tuple(parameter(f"c{n}", "a", Choices(("a", "b", "c"))) for n in range(2))
SPACES = {
    "mixed": PARAMETERS,
    "one": PARAMETERS[:1],
    "none": (),
    "options": OPTIONS,
    "many": MANY,
    "one value": (parameter("n", "1", Numbers(2, 2, is_whole=True)),),
    "no value": (
        parameter("n", "", Numbers(1.2, 1.8, is_whole=True)),
        parameter("e", "", Choices(())),
    ),
    "only the old value": (parameter("n", "1", Numbers(1.0, 1.0)),),
    "zero on a logarithmic scale": (parameter("n", "", Numbers(0.0, 1.0)),),
}


def suggestions(
    strategy: Strategy, error: Callable[[Values], float], trials: int
) -> list[Suggestion]:
    return [one for one, _ in outcomes(strategy, error, trials)]


def check(made: Iterable[Suggestion], space: SearchSpace) -> None:
    made = list(made)
    texts = [frozenset((n, as_text(v)) for n, v in one.values.items()) for one in made]
    assert len(texts) == len(set(texts))
    assert all(texts)
    for one in made:
        assert all(value in space.by_name[name].space for name, value in one.values.items())
        assert all(as_text(value) != space.by_name[n].old for n, value in one.values.items())
    assert [one.key for one in made] == list(range(len(made)))


@every_strategy
@pytest.mark.parametrize("first", [True, False], ids=["diagnosed", "undiagnosed"])
@pytest.mark.parametrize("parameters", SPACES.values(), ids=SPACES)
def test_suggestions_are_new_and_lie_in_the_space(
    name: str, parameters: tuple[Parameter, ...], first: bool
) -> None:
    space = space_of(separable, parameters, first=first)
    trials = SLOW.get(name, TRIALS)
    check(suggestions(make_strategy(name, space, 1, trials), separable, trials), space)


@every_strategy
def test_whole_numbers_are_whole(name: str) -> None:
    space = space_of(separable, (parameter("n", "3", Numbers(1, 50, is_whole=True)),))
    made = suggestions(make_strategy(name, space, 1, TRIALS), separable, SLOW.get(name, TRIALS))
    assert made
    assert all(isinstance(one.values["n"], int) for one in made)


@every_strategy
def test_the_same_seed_and_reports_give_the_same_suggestions(name: str) -> None:
    def made(seed: int) -> list[Suggestion]:
        space, trials = space_of(separable, PARAMETERS[:3]), SLOW.get(name, TRIALS)
        return suggestions(make_strategy(name, space, seed, trials), separable, trials)

    assert made(3) == made(3)
    assert made(3) != made(4)


@every_strategy
def test_several_trials_may_run_side_by_side(name: str) -> None:
    space = space_of(separable, PARAMETERS[:3])
    strategy = make_strategy(name, space, 1, TRIALS)
    made = []
    for _ in range(2):
        batch = [one for one in (strategy.suggest() for _ in range(3)) if one is not None]
        assert len(batch) == 3
        made += batch
        for one in reversed(batch):
            strategy.report(one, Outcome(separable(one.values)))
    check(made, space)


@every_strategy
@pytest.mark.parametrize("parameters", [OPTIONS, ()], ids=["options", "none"])
def test_none_once_everything_was_suggested(name: str, parameters: tuple[Parameter, ...]) -> None:
    space = space_of(separable, parameters, first=True)
    strategy = make_strategy(name, space, 1, 20)
    made = suggestions(strategy, separable, 20)
    check(made, space)
    assert len(made) == (8 if parameters else 0)
    assert strategy.suggest() is None


@every_strategy
@pytest.mark.parametrize("baseline", [2.0, -1.0, math.inf, math.nan])
@pytest.mark.parametrize("error", [math.inf, math.nan, -math.inf, 1e300, 0.0])
def test_failed_and_strange_errors_are_survived(name: str, baseline: float, error: float) -> None:
    space = SearchSpace(PARAMETERS[2:4], (), baseline)
    strategy = make_strategy(name, space, 1, 4)
    check(suggestions(strategy, lambda values: error, SLOW.get(name, TRIALS)), space)


@every_strategy
def test_stopped_trials_and_progress_are_survived(name: str) -> None:
    space = space_of(separable, PARAMETERS[:3])
    strategy = make_strategy(name, space, 1, TRIALS)
    for number in range(SLOW.get(name, TRIALS)):
        suggestion = strategy.suggest()
        assert suggestion is not None
        errors = [math.nan, math.inf, 1.0, float(number)]
        steps = [Progress((n + 1) / 4, error) for n, error in enumerate(errors)]
        assert {type(strategy.should_stop(suggestion, step)) for step in steps} == {bool}
        strategy.report(suggestion, Outcome(errors[number % 4], number % 2 == 0, steps))


@every_strategy
def test_candidates_that_do_not_fit_are_survived(name: str) -> None:
    wrong = ({"lr": 1e9}, {"lr": "fast"}, {"nobody": 1}, {"activation": "sinus"}, {}, {"lr": 10.0})
    space = SearchSpace(PARAMETERS, tuple(map(Suggestion, wrong)), 1.0)
    check(suggestions(make_strategy(name, space, 1, 4), separable, SLOW.get(name, TRIALS)), space)


@pytest.mark.parametrize("name", strategies("auto", "tpe", "gp", "bohb"))
def test_candidates_of_the_diagnosis_come_first(name: str) -> None:
    space = space_of(separable, PARAMETERS[:3], first=True)
    made = [one.values for one in suggestions(make_strategy(name, space, 1, 10), separable, 6)]
    first = [one.values for one in space.first]
    assert made[:2] == first[:2]
    # `auto` goes on from what helps in between.
    kept = [values for values in made if values in first]
    assert len(kept) >= len(made) - len(made) // 3
    assert kept == first[: len(kept)]


@every_strategy
def test_nothing_is_printed(
    name: str, capfd: pytest.CaptureFixture[str], recwarn: pytest.WarningsRecorder
) -> None:
    suggestions(make_strategy(name, space_of(separable), 1, 4), separable, SLOW.get(name, 3))
    assert capfd.readouterr() == ("", "")
    assert [str(one.message) for one in recwarn if "ptuna" in str(one.filename)] == []


def test_unknown_names_list_the_known_ones() -> None:
    with pytest.raises(UnknownStrategy, match=r"'tpa'; use one of: auto, random, .*bohb"):
        make_strategy("tpa", space_of(separable), 1, 4)


@pytest.mark.parametrize(
    ("name", "package", "command"),
    [
        ("tpe", "optuna", "pip install 'seismograd[search]'"),
        ("bohb", "optuna", "pip install 'seismograd[search]'"),
        ("gp", "scipy", "pip install 'seismograd[search,torch]'"),
        ("hebo", "hebo", "pip install --no-deps -r tests/benchmarks/hebo_requirements.txt"),
    ],
)
def test_missing_packages_are_named(
    name: str, package: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(StrategyUnavailable) as caught:
        make_strategy(name, space_of(separable), 1, 4)
    assert str(caught.value) == f"the search strategy '{name}' needs {package}: {command}"


def test_names_are_those_of_the_registry() -> None:
    for name in ("auto", "random", "halving"):
        assert make_strategy(name, space_of(separable), 1, 4).name == name
    assert len(STRATEGIES) == 7
