"""How long a trial is: in steps, beside the training as it is, and in seconds at most."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from seismograd.faults import FaultType
from seismograd.repair.parameter import Parameter, Value
from seismograd.repair.search.strategy import SearchSpace
from seismograd.repair.search.values import old_number

MOST_TIMES, SHORT_S = 12.0, 60.0
"""A trial may take that many times the training as it is, and this much longer: trainings that are
far too short need far more epochs."""


def longest_trial_s(training_s: float, seconds: float) -> float:
    """`seconds`: what the whole search may take."""
    return min(MOST_TIMES * training_s + SHORT_S, seconds / 4)


def times_as_many_steps(space: SearchSpace, values: Mapping[str, Value]) -> float:
    """More epochs make more steps, larger batches fewer."""
    return prod(_factor(space.by_name[name], value) for name, value in values.items())


def _factor(parameter: Parameter, value: Value) -> float:
    old = old_number(parameter)
    if isinstance(value, str) or not old or not value:
        return 1.0
    if parameter.fault_type is FaultType.HNE:
        return value / old
    return old / value if parameter.fault_type is FaultType.HBS else 1.0
