"""A study of Optuna over a search space: values, "unchanged", results, and what is running."""

from __future__ import annotations

import math
import warnings
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from seismograd.repair.parameter import Choices, Numbers, Parameter, Value
from seismograd.repair.search.strategy import SearchSpace, Suggestion
from seismograd.repair.search.values import (
    Values,
    bounds,
    is_logarithmic,
    is_old,
    nearest,
    old_number,
    searchable,
)

if TYPE_CHECKING:
    from optuna import Trial
    from optuna.distributions import BaseDistribution
    from optuna.samplers import BaseSampler

UNCHANGED = None
"""The option of a categorical parameter that leaves the source as it is."""
WORST = 2.0
"""Errors beyond this multiple of the baseline are cut off: they are all equally useless, and a
loss of 1e30 would hide every difference that matters from a model of the error."""
MOST_LISTED = 16
"""Whole numbers of a fixed space; where there are more, the sampler gets an interval of real
numbers, and its values are rounded. A Gaussian process follows a gradient there; it would search
each list of numbers by itself, which takes most of its time. Optuna tries all of up to 16."""


class OptunaStudy:
    """Each number has a flag beside it, whether it is changed at all.

    `is_conditional`: the number exists only where the flag is set. Samplers that model each
    parameter by itself learn more that way; those that need a fixed space cannot have it.
    """

    def __init__(self, space: SearchSpace, sampler: BaseSampler, *, is_conditional: bool) -> None:
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self._space = space
        self._parameters = searchable(space)
        self._is_conditional = is_conditional
        self._study = optuna.create_study(sampler=sampler)
        self._running: dict[int, Trial] = {}
        if math.isfinite(space.baseline):
            self.add({}, space.baseline)

    def enqueue(self, values: Values) -> None:
        """These come first, in order."""
        self._study.enqueue_trial(self._params(values))

    def ask(self, names: Collection[str] | None = None) -> tuple[Trial, dict[str, Value]]:
        """Values for parameters with these names; all others stay unchanged."""
        asked = [one for one in self._parameters if names is None or one.name in names]
        with _no_output():
            trial = self._study.ask(self._always_there(asked))
            found = {one.name: self._value(trial, one) for one in asked}
        return trial, {name: value for name, value in found.items() if value is not UNCHANGED}

    def start(self, trial: Trial, suggestion: Suggestion) -> None:
        """Until its result is added, samplers keep away from a running trial."""
        self._running[suggestion.key] = trial

    def discard(self, trial: Trial) -> None:
        import optuna

        self._study.tell(trial, state=optuna.trial.TrialState.FAIL)

    def finish(self, suggestion: Suggestion, error: float) -> None:
        """Adds what was tried, which is rounded, in place of what the sampler asked for."""
        trial = self._running.pop(suggestion.key, None)
        if trial is not None:
            self.discard(trial)
        self.add(suggestion.values, error)

    def add(self, values: Values, error: float) -> None:
        import optuna

        params = self._params(values)
        own = map(self._distributions, self._parameters)
        every = {name: one for several in own for name, one in several.items()}
        used = {name: every[name] for name in params}
        with _no_output():
            self._study.add_trial(
                optuna.trial.create_trial(
                    params=params, distributions=used, value=self._limited(error)
                )
            )

    def _limited(self, error: float) -> float:
        baseline = self._space.baseline
        worst = baseline + (WORST - 1) * abs(baseline) if math.isfinite(baseline) else math.inf
        return min(error, worst) if math.isfinite(error) else worst

    def _always_there(self, parameters: Iterable[Parameter]) -> dict[str, BaseDistribution]:
        return {
            name: distribution
            for parameter in parameters
            for name, distribution in self._distributions(parameter).items()
            if not (self._is_conditional and _is_number(parameter) and name == parameter.name)
        }

    def _distributions(self, parameter: Parameter) -> dict[str, BaseDistribution]:
        from optuna.distributions import CategoricalDistribution

        space = parameter.space
        if not isinstance(space, Numbers):
            return {parameter.name: _options(parameter, space)}
        flag = CategoricalDistribution((False, True))
        interval = _interval(space, may_be_real=not self._is_conditional)
        return {_flag(parameter): flag, parameter.name: interval}

    def _value(self, trial: Trial, parameter: Parameter) -> Value | None:
        if not isinstance(parameter.space, Numbers):
            return cast("str | None", trial.params[parameter.name])
        if not trial.params[_flag(parameter)]:
            return UNCHANGED
        if self._is_conditional:
            return _suggest_number(trial, parameter.name, parameter.space)
        return nearest(parameter, cast(Value, trial.params[parameter.name]))

    def _params(self, values: Values) -> dict[str, Any]:
        params: dict[str, Any] = {}
        for parameter in self._parameters:
            value = values.get(parameter.name, UNCHANGED)
            if _is_number(parameter):
                params[_flag(parameter)] = value is not UNCHANGED
                if value is UNCHANGED and not self._is_conditional:
                    value = _number_at_rest(parameter)
            if value is not UNCHANGED or not _is_number(parameter):
                params[parameter.name] = value
        return params


def _options(parameter: Parameter, space: Choices) -> BaseDistribution:
    from optuna.distributions import CategoricalDistribution

    new = (option for option in space.options if not is_old(parameter, option))
    return CategoricalDistribution((UNCHANGED, *new))


def _interval(space: Numbers, *, may_be_real: bool) -> BaseDistribution:
    from optuna.distributions import FloatDistribution, IntDistribution

    low, high = bounds(space)
    if space.is_whole and not (may_be_real and high - low >= MOST_LISTED):
        return IntDistribution(int(low), int(high), log=is_logarithmic(space))
    return FloatDistribution(low, high, log=is_logarithmic(space))


def _suggest_number(trial: Trial, name: str, space: Numbers) -> float:
    low, high = bounds(space)
    if space.is_whole:
        return trial.suggest_int(name, int(low), int(high), log=is_logarithmic(space))
    return trial.suggest_float(name, low, high, log=is_logarithmic(space))


def _number_at_rest(parameter: Parameter) -> Value | None:
    """What a fixed space holds for a number that is not changed: the closest to the old one."""
    assert isinstance(parameter.space, Numbers)
    old = old_number(parameter)
    return nearest(parameter, bounds(parameter.space)[0] if old is None else old)


def _is_number(parameter: Parameter) -> bool:
    return isinstance(parameter.space, Numbers)


def _flag(parameter: Parameter) -> str:
    return f"change {parameter.name}"


@contextmanager
def _no_output() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
