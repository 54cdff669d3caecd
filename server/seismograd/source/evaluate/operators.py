"""Arithmetic on what is known."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable

from seismograd.source.evaluate.values import (
    Const,
    Dim,
    Extent,
    Mapping,
    Place,
    Sequence,
    Unknown,
    Value,
)

MAX_RESULT = 10_000
MAX_EXPONENT = 256
NAMES: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.FloorDiv: "floordiv",
    ast.Mod: "mod", ast.Pow: "pow", ast.MatMult: "matmul", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor", ast.LShift: "lshift", ast.RShift: "rshift", ast.USub: "neg",
    ast.UAdd: "pos", ast.Invert: "invert", ast.Not: "not", ast.Eq: "eq", ast.NotEq: "ne",
    ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Is: "is",
    ast.IsNot: "is_not", ast.In: "in", ast.NotIn: "not_in",
}  # fmt: skip
_BINARY: dict[type[ast.AST], Callable[[object, object], object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
_COMPARE: dict[type[ast.AST], Callable[[object, object], object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.eq,
    ast.IsNot: operator.ne,
    ast.In: lambda left, right: left in right,  # type: ignore[operator]
    ast.NotIn: lambda left, right: left not in right,  # type: ignore[operator]
}


def binary(kind: ast.AST, left: Value, right: Value, place: Place) -> Value:
    """Fold an arithmetic operation; unknown where it cannot be."""
    if isinstance(left, Const) and isinstance(right, Const):
        return _fold(kind, left, right, place)
    if isinstance(left, Sequence) or isinstance(right, Sequence):
        return _sequence_operation(kind, left, right, place)
    if isinstance(left, Extent) or isinstance(right, Extent):
        return _scale(kind, left, right, place)
    return Unknown(place)


def _fold(kind: ast.AST, left: Const, right: Const, place: Place) -> Value:
    action = _BINARY.get(type(kind))
    if action is None or not _is_small(kind, left.value, right.value):
        return Unknown(place)
    try:
        result = action(left.value, right.value)
    except (ArithmeticError, TypeError, ValueError):
        return Unknown(place)
    trail = tuple(side.place for side in (left, right) if side.place is not None)
    return Const(result, place, left.soft or right.soft, left.trail + right.trail + trail)


def _is_small(kind: ast.AST, left: object, right: object) -> bool:
    if isinstance(kind, ast.Pow):
        sizes = (left, right)
        return all(isinstance(s, float) or (isinstance(s, int) and abs(s) <= MAX_RESULT)
                   for s in sizes) and isinstance(right, int | float) and abs(right) <= MAX_EXPONENT  # fmt: skip
    if isinstance(kind, ast.LShift):
        return isinstance(right, int) and 0 <= right <= MAX_EXPONENT
    if isinstance(left, str | bytes) or isinstance(right, str | bytes):
        return _text_length(left) * _text_length(right) <= MAX_RESULT**2 and not (
            isinstance(kind, ast.Mult)
            and isinstance(left, int | str)
            and isinstance(right, int | str)
            and _text_length(left) * _text_length(right) > MAX_RESULT
        )
    return True


def _text_length(side: object) -> int:
    if isinstance(side, str | bytes):
        return len(side)
    return abs(side) if isinstance(side, int) else 1


def _sequence_operation(kind: ast.AST, left: Value, right: Value, place: Place) -> Value:
    if isinstance(kind, ast.Add) and isinstance(left, Sequence) and isinstance(right, Sequence):
        return Sequence(left.kind, left.items + right.items, place, left.open or right.open)
    if isinstance(kind, ast.Mult):
        repeated, times = (left, right) if isinstance(left, Sequence) else (right, left)
        if isinstance(repeated, Sequence) and isinstance(times, Const):
            count = times.value
            if isinstance(count, int) and 0 <= count * len(repeated.items) <= MAX_RESULT:
                return Sequence(repeated.kind, repeated.items * count, place, repeated.open)
    if isinstance(kind, ast.Add):
        known = left if isinstance(left, Sequence) else right
        if isinstance(known, Sequence):
            return Sequence(known.kind, list(known.items), place, True)
    if isinstance(kind, ast.Mod) and isinstance(left, Const):
        return Unknown(place)
    return Unknown(place)


def _scale(kind: ast.AST, left: Value, right: Value, place: Place) -> Value:
    if isinstance(left, Extent) and isinstance(right, Extent) and isinstance(kind, ast.Mult):
        names = tuple(sorted(left.dim.names + right.dim.names))
        return Extent(Dim(left.dim.factor * right.dim.factor, names), place)
    extent, other = (left, right) if isinstance(left, Extent) else (right, left)
    count = other.value if isinstance(other, Const) else None
    if not isinstance(extent, Extent) or not isinstance(count, int):
        return Unknown(place)
    if isinstance(kind, ast.Mult):
        return Extent(Dim(extent.dim.factor * count, extent.dim.names), place)
    divides = isinstance(kind, ast.FloorDiv) and extent is left and count
    if divides and extent.dim.factor % count == 0:
        return Extent(Dim(extent.dim.factor // count, extent.dim.names), place)
    return Unknown(place)


def unary(kind: ast.AST, operand: Value, place: Place) -> Value:
    if isinstance(kind, ast.Not):
        truth = truthiness(operand)
        soft = isinstance(operand, Const) and operand.soft
        return Unknown(place) if truth is None else Const(not truth, place, soft)
    if not isinstance(operand, Const) or not isinstance(operand.value, int | float):
        return Unknown(place)
    if isinstance(kind, ast.USub):
        return Const(-operand.value, place, operand.soft, operand.trail)
    if isinstance(kind, ast.UAdd):
        return Const(operand.value, place, operand.soft, operand.trail)
    if isinstance(operand.value, int):
        return Const(~operand.value, place, operand.soft, operand.trail)
    return Unknown(place)


def compare(kind: ast.AST, left: Value, right: Value, place: Place) -> Value:
    action = _COMPARE.get(type(kind))
    pair = _plain(left), _plain(right)
    if action is None or pair[0] is None or pair[1] is None:
        return _compare_with_none(kind, left, right, place)
    try:
        result = bool(action(pair[0][0], pair[1][0]))
    except TypeError:
        return Unknown(place)
    soft = any(isinstance(side, Const) and side.soft for side in (left, right))
    return Const(result, place, soft)


def _compare_with_none(kind: ast.AST, left: Value, right: Value, place: Place) -> Value:
    if not isinstance(kind, ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
        return Unknown(place)
    nothing = [isinstance(side, Const) and side.value is None for side in (left, right)]
    if any(nothing) and all(_certainly_something(s) for s, n in zip((left, right), nothing,
                                                                    strict=True) if not n):  # fmt: skip
        return Const(isinstance(kind, ast.IsNot | ast.NotEq), place)
    return Unknown(place)


def _certainly_something(value: Value) -> bool:
    from seismograd.source.evaluate.values import Choice, Member, Stream

    return not isinstance(value, Unknown | Choice | Member | Stream | Extent)


def _plain(value: Value) -> tuple[object] | None:
    """The Python object behind a constant or a container of constants."""
    if isinstance(value, Const):
        return (value.value,)
    if isinstance(value, Sequence) and not value.open:
        parts = [_plain(item) for item in value.items]
        if any(part is None for part in parts):
            return None
        items = [part[0] for part in parts if part is not None]
        return (tuple(items) if value.kind == "tuple" else items,)
    if isinstance(value, Mapping) and not value.open:
        return (list(value.items),)
    return None


def truthiness(value: Value) -> bool | None:
    """Whether a value counts as true; None where that depends on what is not known."""
    if isinstance(value, Const):
        return bool(value.value)
    if isinstance(value, Sequence | Mapping):
        return True if value.items else (None if value.open else False)
    return None
