"""Values of parameters: which ones count as the same, and random ones."""

from __future__ import annotations

import math
from collections.abc import Mapping
from random import Random

from seismograd.repair.parameter import Choices, Numbers, Parameter, Value, as_text
from seismograd.repair.search.strategy import SearchSpace

Values = Mapping[str, Value]
STEP = 0.2
"""Standard deviation of a moved number as a share of its interval: on the log scale of a
learning rate from 1e-5 to 1, a factor of ten."""


def changed_values(space: SearchSpace, values: Values) -> dict[str, Value]:
    """As they can be written: within the space, rounded, without those that change nothing."""
    known = {name: space.by_name[name] for name in values if name in space.by_name}
    fitted = {name: nearest(parameter, values[name]) for name, parameter in known.items()}
    return {
        name: value
        for name, value in fitted.items()
        if value is not None and not is_old(space.by_name[name], value)
    }


def nearest(parameter: Parameter, value: Value) -> Value | None:
    """The value of the parameter's space that is closest; None where none is comparable."""
    space = parameter.space
    if isinstance(space, Choices):
        return value if value in space else None
    if isinstance(value, str) or math.isnan(value) or not has_values(parameter):
        return None
    low, high = bounds(space)
    within = min(max(value, low), high)
    # Rounded as it is written; that may be a little outside.
    return round(within) if space.is_whole else min(max(float(as_text(float(within))), low), high)


def searchable(space: SearchSpace) -> list[Parameter]:
    return [parameter for parameter in space.parameters if has_values(parameter)]


def has_values(parameter: Parameter) -> bool:
    space = parameter.space
    if isinstance(space, Choices):
        return any(not is_old(parameter, option) for option in space.options)
    low, high = bounds(space)
    return low < high or (low == high and not is_old(parameter, low))


def bounds(space: Numbers) -> tuple[float, float]:
    """Integers for whole numbers."""
    if space.is_whole:
        return math.ceil(space.low), math.floor(space.high)
    return float(space.low), float(space.high)


def is_logarithmic(space: Numbers) -> bool:
    return not space.is_linear and space.low > 0


def random_value(parameter: Parameter, random: Random) -> Value:
    """Uniform: over the options, or over the scale of the interval."""
    space = parameter.space
    if isinstance(space, Choices):
        return random.choice(space.options)
    return _at(space, random.random())


def random_values(space: SearchSpace, random: Random, most: int | None = None) -> dict[str, Value]:
    """Each parameter with probability 1/2, at least one; not more than `most`."""
    parameters = searchable(space)
    chosen = [one for one in parameters if random.random() < 0.5]
    if not chosen and parameters:
        chosen = [random.choice(parameters)]
    if most is not None and len(chosen) > most:
        chosen = random.sample(chosen, most)
    return {one.name: random_value(one, random) for one in chosen}


def moved_value(parameter: Parameter, value: Value, random: Random) -> Value:
    """Near the value on the scale of its interval; another option where there are only options."""
    space = parameter.space
    if isinstance(space, Choices) or isinstance(value, str):
        return random_value(parameter, random)
    return _at(space, min(max(_share(space, value) + random.gauss(0.0, STEP), 0.0), 1.0))


def near_value(parameter: Parameter, value: Value, centre: Value) -> Value:
    """Not more than a step from the centre on the scale of its interval; options stay."""
    space = parameter.space
    if isinstance(space, Choices) or isinstance(value, str) or isinstance(centre, str):
        return value
    here = _share(space, centre)
    return _at(space, min(max(_share(space, value), here - STEP, 0.0), here + STEP, 1.0))


def stepped_values(parameter: Parameter, value: Value) -> list[Value]:
    """Away from the old value, then back towards it, but not past it: what helps is known to be
    better than that; none of options."""
    space = parameter.space
    if isinstance(space, Choices) or isinstance(value, str):
        return []
    old, here = old_number(parameter), _share(space, value)
    away = -STEP if old is not None and old > value else STEP
    further = [min(max(here + away * part, 0.0), 1.0) for part in (1.0, 0.5)]
    back = [share for part in (1.0, 0.5) if 0.0 <= (share := here - away * part) <= 1.0]
    kept = [share for share in back if old is None or (_at(space, share) - old) * away > 0]
    return [_at(space, share) for share in (*further, *kept)]


def _at(space: Numbers, share: float) -> float:
    low, high = bounds(space)
    if is_logarithmic(space):
        value = math.exp(math.log(low) + share * (math.log(high) - math.log(low)))
    else:
        value = low + share * (high - low)
    return round(value) if space.is_whole else value


def _share(space: Numbers, value: float) -> float:
    low, high = bounds(space)
    if low == high:
        return 0.0
    if is_logarithmic(space):
        return math.log(value / low) / math.log(high / low)
    return (value - low) / (high - low)


def is_old(parameter: Parameter, value: Value) -> bool:
    if isinstance(value, str):
        return value == parameter.old
    old = old_number(parameter)
    return old is not None and as_text(old) == as_text(float(value))


def old_number(parameter: Parameter) -> float | None:
    """Sources write numbers in many ways: `1e-3` is 0.001."""
    try:
        return float(parameter.old)
    except ValueError:
        return None
