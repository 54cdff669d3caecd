"""Arithmetic functions and the `math` module."""

from __future__ import annotations

import ast
import math

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.expressions import binary_operation
from seismograd.source.evaluate.iteration import element_of, items_of, range_bounds, range_length
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.python.folding import fold, folding
from seismograd.source.evaluate.values import (
    Const,
    Instance,
    Mapping,
    Object,
    Sequence,
    Tensor,
    Unknown,
    Value,
)

_MATH = (
    "acos", "asin", "atan", "atan2", "cbrt", "ceil", "copysign", "cos", "cosh", "degrees", "dist",
    "erf", "exp", "exp2", "expm1", "fabs", "floor", "fmod", "gcd", "hypot", "isclose", "isfinite",
    "isinf", "isnan", "log", "log10", "log1p", "log2", "pow", "prod", "radians", "sin", "sinh",
    "sqrt", "tan", "tanh", "trunc",
)  # fmt: skip


def register(library: Library) -> None:
    for name in _MATH:
        library.functions[f"math.{name}"] = folding(getattr(math, name))
    for name in ("e", "inf", "nan", "pi", "tau"):
        library.constants[f"math.{name}"] = getattr(math, name)
    library.functions.update(
        {
            "builtins.abs": folding(abs),
            "builtins.divmod": folding(divmod),
            "builtins.len": _length,
            "builtins.max": _extreme,
            "builtins.min": _extreme,
            "builtins.pow": _power,
            "builtins.round": folding(round),
            "builtins.sum": _sum,
        }
    )


def _length(call: Call) -> Value | None:
    thing = call.value(0, "obj")
    if isinstance(thing, Sequence | Mapping) and not thing.open:
        return Const(len(thing.items), call.place)
    if isinstance(thing, Const) and isinstance(thing.value, str | bytes):
        return Const(len(thing.value), call.place, thing.soft)
    if isinstance(thing, Instance) and thing.cls.lookup("__len__") is not None:
        inner = Call("", [], {}, call.place, call.interpreter)
        return call.interpreter.invocation.call_attribute(thing, "__len__", inner)
    return _object_length(call, thing)


def _object_length(call: Call, thing: Value | None) -> Value | None:
    if not isinstance(thing, Object):
        return None
    if thing.path == "builtins.range":
        bounds = range_bounds(thing.call)
        return None if bounds is None else Const(range_length(bounds), call.place)
    items = items_of(call.interpreter, thing)
    return None if items is None else Const(len(items), call.place)


def _extreme(call: Call) -> Value | None:
    function = min if call.method == "min" else max
    operands = [argument.value for argument in call.positional]
    if len(operands) == 1:
        operands = items_of(call.interpreter, operands[0]) or []
    if len(operands) < 1 or call.open or "key" in call.keywords:
        return None
    return fold(call, lambda *numbers: function(numbers), operands)


def _power(call: Call) -> Value | None:
    if len(call.positional) != 2 or call.keywords:
        return None
    left, right = (argument.value for argument in call.positional)
    return binary_operation(call.interpreter, ast.Pow(), left, right, call.place)


def _sum(call: Call) -> Value | None:
    """Adds like `+` does, so that sums of tensors are tensors."""
    iterable = call.value(0, "iterable")
    if iterable is None:
        return None
    run = call.interpreter
    items = items_of(run, iterable)
    if items is None:
        one = element_of(run, iterable, call.place)
        items = [one] if isinstance(one, Tensor) else [Unknown(call.place)]
    run.spend(len(items))
    total: Value = call.value(1, "start") or Const(0, call.place)
    for item in items:
        total = binary_operation(run, ast.Add(), total, item, call.place)
    return total
