"""Calls that give the positions of the highest values."""

from __future__ import annotations

from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.values import Sequence, Tensor, Value

_FIRST_BY_DEFAULT = frozenset({"tensorflow.argmax", "tensorflow.math.argmax"})


def indices(call: Call) -> Tensor | None:
    """The positions that a call gives, where it gives positions of the highest values."""
    result: Value | None = call.result
    if isinstance(result, Sequence) and len(result.items) == 2:
        result = result.items[1]
    if isinstance(result, Tensor) and result.op == "argmax" and result.call is call:
        return result
    return None


def searched(call: Call) -> Value | None:
    """What the highest value is searched in."""
    if call.receiver is not None:
        return call.receiver
    return call.positional[0].value if call.positional else None


def axis_argument(call: Call) -> Argument | None:
    """The argument that says along which axis."""
    index = 0 if call.receiver is not None else 1
    return call.argument(index, "dim") or call.argument(None, "axis")


def axis(call: Call) -> object:
    """The axis searched along; None where it is not known, or there is none."""
    found = axis_argument(call)
    if found is None:
        return 0 if call.path in _FIRST_BY_DEFAULT else None
    return call.integer(0 if call.receiver is not None else 1, found.name or "dim")
