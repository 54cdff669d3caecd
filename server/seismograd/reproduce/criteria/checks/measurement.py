"""Values that scripts measure, and how they compare with literals."""

from __future__ import annotations

import math
from typing import TypeGuard

from seismograd.near_names import nearest
from seismograd.reproduce.observation import Observation

Literal = str | int | float | bool | None | tuple[object, ...]
"""What an argument of a check can be."""
_ROUNDING = 1e-9
"""Numbers went through decimal text; relative."""
_MAX_SHOWN = 120


def is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def are_numbers(value: object) -> TypeGuard[tuple[object, ...] | list[object]]:
    """A list that holds nothing but numbers and such lists."""
    if not isinstance(value, list | tuple):
        return False
    return bool(value) and all(is_number(one) or are_numbers(one) for one in value)


def flat(value: object) -> list[float]:
    """All numbers of a number or of nested lists, in a row."""
    if isinstance(value, list | tuple):
        return [number for one in value for number in flat(one)]
    return [float(value)] if is_number(value) else []


def same(value: object, wanted: object) -> bool:
    """Equal but for lists and tuples, the rounding of text, and NaN, which equals itself here."""
    if isinstance(value, list | tuple) and isinstance(wanted, list | tuple):
        pairs = zip(value, wanted, strict=False)
        return len(value) == len(wanted) and all(same(one, other) for one, other in pairs)
    if is_number(value) and is_number(wanted):
        both_nan = math.isnan(value) and math.isnan(wanted)
        return both_nan or math.isclose(value, wanted, rel_tol=_ROUNDING, abs_tol=0.0)
    if isinstance(value, str) and isinstance(wanted, str):
        return _unqualified(value) == _unqualified(wanted)
    return type(value) is type(wanted) and value == wanted


def shown(value: object) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else repr(value)
    return text if len(text) <= _MAX_SHOWN else f"{text[: _MAX_SHOWN - 1]}…"


def not_measured(name: str, observation: Observation) -> str:
    """What to say where a measurement is missing."""
    there = list(observation.measured)
    if not there:
        return f"the script printed no MEASURED {name}"
    guess = nearest(name, there)
    hint = f"; did it mean {guess} to be that?" if guess else ""
    return f"the script measured {', '.join(there[:8])}, but no {name}{hint}"


def _unqualified(text: str) -> str:
    """`torch.float32` is `float32`."""
    head, _, tail = text.strip().lower().rpartition(".")
    return tail if head in ("torch", "numpy", "np", "tf", "tensorflow", "jnp") else text.strip()
