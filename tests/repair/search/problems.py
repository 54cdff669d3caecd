"""Search spaces and errors that are known beforehand."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from importlib.util import find_spec

import pytest

from seismograd.faults import FaultType
from seismograd.repair.parameter import Choices, Numbers, Parameter, Value
from seismograd.repair.search import STRATEGIES, make_strategy
from seismograd.repair.search.strategy import (
    Outcome,
    Progress,
    SearchSpace,
    Strategy,
    Suggestion,
)

SLOW = {"gp": 2, "hebo": 2}
"""Trials in tests of Gaussian processes, which take seconds for a suggestion; the baseline is
result enough for them to be used with a budget of 4."""
OPTIONAL = {"hebo"}
"""What the packages for development do not hold: see `tests/benchmarks/hebo_requirements.txt`."""
Values = Mapping[str, Value]


def strategies(*names: str) -> list[object]:
    """For `parametrize`."""
    return [_marked(name) for name in names or STRATEGIES]


def _marked(name: str) -> object:
    marks = [pytest.mark.slow] if name in SLOW else []
    if name in OPTIONAL and find_spec(name) is None:
        marks.append(pytest.mark.skip(f"{name} is not installed"))
    return pytest.param(name, marks=marks)


def parameter(
    name: str, old: str, space: Numbers | Choices, candidates: tuple[Value, ...] = ()
) -> Parameter:
    return Parameter(name, FaultType.HLR, old, space, lambda value: (), candidates)


PARAMETERS = (
    parameter("lr", "10", Numbers(1e-6, 10.0), (0.1, 0.001)),
    parameter("units", "64", Numbers(4, 1024, is_whole=True), (128, 32)),
    parameter("dropout", "0.5", Numbers(0.0, 0.9, is_linear=True), (0.2, 0.0)),
    parameter("activation", "relu", Choices(("relu", "tanh", "gelu")), ("tanh", "gelu")),
    parameter("batch", "32", Numbers(1, 512, is_whole=True), (64, 16)),
    parameter("weight decay", "0", Numbers(1e-7, 1.0), (1e-4,)),
    parameter("momentum", "0.9", Numbers(0.1, 0.999), (0.5,)),
    parameter("initialisation", "normal", Choices(("normal", "uniform", "xavier")), ("xavier",)),
)


def separable(values: Values) -> float:
    """Only the learning rate is wrong; 0.003 is best. Every other change makes it worse."""
    rate = min(abs(math.log10(float(values.get("lr", 10.0))) + 2.5), 3.0)
    units = 0.1 * abs(math.log2(float(values.get("units", 64)) / 64)) / 4
    dropout = 0.2 * abs(float(values.get("dropout", 0.5)) - 0.5)
    rest = ("activation", "batch", "weight decay", "momentum", "initialisation")
    return rate + units + dropout + 0.1 * sum(name in values for name in rest)


def single_changes(parameters: tuple[Parameter, ...]) -> tuple[Suggestion, ...]:
    return tuple(Suggestion({one.name: value}) for one in parameters for value in one.candidates)


def space_of(
    error: Callable[[Values], float],
    parameters: tuple[Parameter, ...] = PARAMETERS,
    *,
    first: bool = False,
) -> SearchSpace:
    return SearchSpace(parameters, single_changes(parameters) if first else (), error({}))


def search(strategy: Strategy, error: Callable[[Values], float], trials: int) -> list[Suggestion]:
    """One trial after the other; fewer where nothing is left. Without those that were stopped."""
    return [one for one, outcome in outcomes(strategy, error, trials) if not outcome.is_stopped]


def outcomes(
    strategy: Strategy, error: Callable[[Values], float], trials: int
) -> list[tuple[Suggestion, Outcome]]:
    made = []
    for _ in range(trials):
        suggestion = strategy.suggest()
        if suggestion is None:
            break
        outcome = trained(strategy, suggestion, error(suggestion.values))
        made.append((suggestion, outcome))
        strategy.report(suggestion, outcome)
    return made


def trained(strategy: Strategy, suggestion: Suggestion, error: float) -> Outcome:
    """The error comes down during the training, to the same extent in every trial."""
    for share in (0.15, 0.4, 0.8):
        progress = Progress(share, error + 1.0 - share)
        if strategy.should_stop(suggestion, progress):
            return Outcome(progress.error, True, (progress,))
    return Outcome(error)


def best_error(name: str, seed: int, error: Callable[[Values], float], trials: int) -> float:
    strategy = make_strategy(name, space_of(error), seed, trials)
    return min(error(one.values) for one in search(strategy, error, trials))
