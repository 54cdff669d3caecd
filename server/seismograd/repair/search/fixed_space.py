"""A search space in which every parameter always has a value: what models of the error need.

Each number has a flag beside it, whether it is changed at all; each choice has an option for that.
"""

from __future__ import annotations

import math

from seismograd.repair.parameter import Choices, Numbers, Parameter, Value
from seismograd.repair.search.values import bounds, is_old, nearest, old_number

UNCHANGED = None
"""The option of a choice that leaves the source as it is."""
WORST = 2.0
"""Errors beyond this multiple of the baseline are cut off: they are all equally useless, and a
loss of 1e30 would hide every difference that matters from a model of the error."""


def is_number(parameter: Parameter) -> bool:
    return isinstance(parameter.space, Numbers)


def flag_of(parameter: Parameter) -> str:
    """Its name in the space of a model."""
    return f"change {parameter.name}"


def new_options(parameter: Parameter, space: Choices) -> tuple[str, ...]:
    return tuple(option for option in space.options if not is_old(parameter, option))


def number_at_rest(parameter: Parameter) -> Value | None:
    """What stands for a number that is not changed: the closest to the old one."""
    assert isinstance(parameter.space, Numbers)
    old = old_number(parameter)
    return nearest(parameter, bounds(parameter.space)[0] if old is None else old)


def limited_error(error: float, baseline: float) -> float:
    worst = baseline + (WORST - 1) * abs(baseline) if math.isfinite(baseline) else math.inf
    return min(error, worst) if math.isfinite(error) else worst
