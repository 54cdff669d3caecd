"""The quantile that a loss asks for, as its own numbers tell, and the level that it is given.

A pinball loss grows with the error, faster on one side: too low an answer costs the level times
the error, too high a one the rest. Where the error is turned around, the two have changed places,
and nothing but the level that the loss holds says so.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

SAME = 0.02
"""Between levels, and of a cost: rounding stays far below it."""
SPEAKS_OF_QUANTILES = re.compile(r"quantile|pinball|percentile", re.IGNORECASE)
METHODS = ("forward", "call", "__call__")


def asked_level(loss_of: Callable[[Any], float | None], targets: Any) -> float | None:
    """By what answers cost that are all too low, and all too high; None of any other loss."""
    by = float(targets.std())
    costs = [loss_of(targets + times * by) for times in (-2, -1, 0, 1, 2)]
    known = [one for one in costs if one is not None]
    if not by or len(known) < len(costs):
        return None
    far_low, low, right, high, far_high = known
    whole = low + high
    bends = (right, far_low - 2 * low, far_high - 2 * high)
    if not (low > 0 and high > 0) or any(abs(one) > SAME * whole for one in bends):
        return None
    return low / whole


def speaks_of_quantiles(loss: Any, function: Any) -> bool:
    """In its source: a loss may also be meant to be higher on one side for another reason."""
    if SPEAKS_OF_QUANTILES.search(getattr(function, "__qualname__", "")):
        return True
    for one in (function, type(loss)):
        try:
            if SPEAKS_OF_QUANTILES.search(inspect.getsource(one)):
                return True
        except (OSError, TypeError):  # no source, or none of Python
            continue
    return False


def levels_held(loss: Any, function: Any) -> list[float]:
    """Numbers between 0 and 1 that belong to a loss: its attributes, and what its function uses."""
    values = [*_used_by(function)]
    for name in ("__dict__", "_buffers", "_fn_kwargs"):
        held = getattr(loss, name, None)
        values += held.values() if isinstance(held, dict) else ()
    numbers = (_number(one) for one in values)
    return [one for one in numbers if one is not None and 0 < one < 1]


def function_of(loss: Any) -> Any:
    """What computes it: a method of a class, or a function that the framework has wrapped."""
    inner = getattr(loss, "fn", None)
    if isinstance(inner, FunctionType):
        return inner
    own = (getattr(type(loss), name, None) for name in METHODS)
    return next((one for one in own if isinstance(one, FunctionType)), None)


def _used_by(function: Any) -> Iterator[Any]:
    if not isinstance(function, FunctionType):
        return
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    for name in function.__code__.co_names:
        yield function.__globals__.get(name)
    for cell in function.__closure__ or ():
        yield _content(cell)


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # nothing is in it yet
        return None


def _number(value: Any) -> float | None:
    """Also of a tensor or an array with a single number."""
    if type(value) is float:
        return value
    if type(value).__name__ in ("Tensor", "ndarray") and tuple(value.shape) in ((), (1,)):
        return float(value.item())
    return None
