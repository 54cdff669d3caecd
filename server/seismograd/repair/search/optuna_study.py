"""A study of Optuna over a search space: values, "unchanged", results, and what is running."""

from __future__ import annotations

import math
import warnings
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from seismograd.repair.parameter import Choices, Numbers, Parameter, Value
from seismograd.repair.search.fixed_space import (
    UNCHANGED,
    flag_of,
    is_number,
    limited_error,
    new_options,
    number_at_rest,
)
from seismograd.repair.search.strategy import SearchSpace, Suggestion
from seismograd.repair.search.values import Values, bounds, is_logarithmic, nearest, searchable

if TYPE_CHECKING:
    from optuna import Trial
    from optuna.distributions import BaseDistribution
    from optuna.samplers import BaseSampler

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
        value = limited_error(error, self._space.baseline)
        own = map(self._distributions, self._parameters)
        every = {name: one for several in own for name, one in several.items()}
        used = {name: every[name] for name in params}
        trial = optuna.trial.create_trial(params=params, distributions=used, value=value)
        with _no_output():
            self._study.add_trial(trial)

    def _always_there(self, parameters: Iterable[Parameter]) -> dict[str, BaseDistribution]:
        return {
            name: distribution
            for parameter in parameters
            for name, distribution in self._distributions(parameter).items()
            if not (self._is_conditional and is_number(parameter) and name == parameter.name)
        }

    def _distributions(self, parameter: Parameter) -> dict[str, BaseDistribution]:
        from optuna.distributions import CategoricalDistribution

        space = parameter.space
        if not isinstance(space, Numbers):
            return {parameter.name: _options(parameter, space)}
        flag = CategoricalDistribution((False, True))
        interval = _interval(space, may_be_real=not self._is_conditional)
        return {flag_of(parameter): flag, parameter.name: interval}

    def _value(self, trial: Trial, parameter: Parameter) -> Value | None:
        if not isinstance(parameter.space, Numbers):
            return cast("str | None", trial.params[parameter.name])
        if not trial.params[flag_of(parameter)]:
            return UNCHANGED
        if self._is_conditional:
            return _suggest_number(trial, parameter.name, parameter.space)
        return nearest(parameter, cast(Value, trial.params[parameter.name]))

    def _params(self, values: Values) -> dict[str, Any]:
        params: dict[str, Any] = {}
        for parameter in self._parameters:
            value = values.get(parameter.name, UNCHANGED)
            if is_number(parameter):
                params[flag_of(parameter)] = value is not UNCHANGED
                if value is UNCHANGED and not self._is_conditional:
                    value = number_at_rest(parameter)
            if value is not UNCHANGED or not is_number(parameter):
                params[parameter.name] = value
        return params


def _options(parameter: Parameter, space: Choices) -> BaseDistribution:
    from optuna.distributions import CategoricalDistribution

    return CategoricalDistribution((UNCHANGED, *new_options(parameter, space)))


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


@contextmanager
def _no_output() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
