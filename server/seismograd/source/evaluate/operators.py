"""Arithmetic on what is known."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from seismograd.source.evaluate.bounded import TooLarge, compute, fits
from seismograd.source.evaluate.enumerations import equals_plain_constants
from seismograd.source.evaluate.literals import NotPlain, is_soft, plain
from seismograd.source.evaluate.values import (
    BoundMethod,
    Choice,
    Class,
    Const,
    Dim,
    EnumMember,
    Extent,
    Function,
    Mapping,
    Member,
    ModuleValue,
    Object,
    Place,
    Sequence,
    Stream,
    Symbol,
    Unknown,
    Value,
    is_none,
)

MAX_ITEMS = 10_000
MAX_NAMES = 8
"""Sizes that are not known and make up another one."""
MAX_TRAIL = 32
"""Places that a constant is known to come from; the first ones are kept."""
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
_COMPARE: dict[type[ast.AST], Callable[[Any, Any], object]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda left, right: left in right,
    ast.NotIn: lambda left, right: left not in right,
}


def binary(kind: ast.AST, left: Value, right: Value, place: Place) -> Value:
    """Fold an arithmetic operation; unknown where it cannot be."""
    if isinstance(left, Const) and isinstance(right, Const):
        return _fold(kind, left, right, place)
    if isinstance(left, Sequence) or isinstance(right, Sequence):
        return _sequence_operation(kind, left, right, place)
    if isinstance(left, Mapping) and isinstance(right, Mapping) and isinstance(kind, ast.BitOr):
        return Mapping({**left.items, **right.items}, place, left.open or right.open)
    if isinstance(left, Extent) or isinstance(right, Extent):
        return _scale(kind, left, right, place)
    return Unknown(place)


def _fold(kind: ast.AST, left: Const, right: Const, place: Place) -> Value:
    action = _BINARY.get(type(kind))
    if action is None:
        return Unknown(place)
    try:
        result = compute(action, left.value, right.value)
    except (ArithmeticError, TooLarge, TypeError, ValueError):
        return Unknown(place)
    return Const(result, place, left.soft or right.soft, _trail(left, right))


def _trail(*operands: Const) -> tuple[Place, ...]:
    earlier = (place for operand in operands for place in operand.trail)
    own = (operand.place for operand in operands if operand.place is not None)
    return (*earlier, *own)[:MAX_TRAIL]


def _sequence_operation(kind: ast.AST, left: Value, right: Value, place: Place) -> Value:
    if isinstance(kind, ast.Add) and isinstance(left, Sequence) and isinstance(right, Sequence):
        items = left.items + right.items
        return Sequence(left.kind, items, place, left.open or right.open).cut()
    if isinstance(kind, ast.Mult):
        repeated, times = (left, right) if isinstance(left, Sequence) else (right, left)
        if isinstance(repeated, Sequence) and isinstance(times, Const):
            count = times.value
            if isinstance(count, int) and 0 <= count * len(repeated.items) <= MAX_ITEMS:
                items = repeated.items * count if repeated.items else []
                return Sequence(repeated.kind, items, place, repeated.open)
    if isinstance(kind, ast.Add):
        known = left if isinstance(left, Sequence) else right
        if isinstance(known, Sequence):
            return Sequence(known.kind, list(known.items), place, True)
    if isinstance(kind, ast.Mod) and isinstance(left, Const):
        return _interpolated(left, right, place)
    return Unknown(place)


def _interpolated(template: Const, operand: Value, place: Place) -> Value:
    """`"%d of %d" % (1, 2)`."""
    try:
        values = plain(operand)
    except NotPlain:
        return Unknown(place)
    return _fold(ast.Mod(), template, Const(values, place, is_soft(operand)), place)


def _scale(kind: ast.AST, left: Value, right: Value, place: Place) -> Value:
    if isinstance(left, Extent) and isinstance(right, Extent) and isinstance(kind, ast.Mult):
        names = tuple(sorted(left.dim.names + right.dim.names))
        return _extent(left.dim.factor * right.dim.factor, names, place)
    extent, other = (left, right) if isinstance(left, Extent) else (right, left)
    count = other.value if isinstance(other, Const) else None
    if not isinstance(extent, Extent) or not isinstance(count, int):
        return Unknown(place)
    if isinstance(kind, ast.Mult):
        return _extent(extent.dim.factor * count, extent.dim.names, place)
    divides = isinstance(kind, ast.FloorDiv) and extent is left and count
    if divides and extent.dim.factor % count == 0:
        return Extent(Dim(extent.dim.factor // count, extent.dim.names), place)
    return Unknown(place)


def _extent(factor: int, names: tuple[str, ...], place: Place) -> Value:
    known = fits(factor) and len(names) <= MAX_NAMES
    return Extent(Dim(factor, names), place) if known else Unknown(place)


def unary(kind: ast.AST, operand: Value, place: Place) -> Value:
    if isinstance(kind, ast.Not):
        truth = truthiness(operand)
        soft = isinstance(operand, Const) and operand.soft
        return Unknown(place) if truth is None else Const(not truth, place, soft)
    if not isinstance(operand, Const) or not isinstance(operand.value, int | float):
        return Unknown(place)
    if isinstance(kind, ast.USub):
        return Const(-operand.value, place, operand.soft, _trail(operand))
    if isinstance(kind, ast.UAdd):
        return Const(operand.value, place, operand.soft, operand.trail)
    if isinstance(operand.value, int):
        return Const(~operand.value, place, operand.soft, operand.trail)
    return Unknown(place)


def compare(kind: ast.AST, left: Value, right: Value, place: Place) -> Value:
    """Fold a comparison; unknown where it cannot be."""
    if isinstance(kind, ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
        same = _same(kind, left, right)
        if same is not None:
            answer = same is isinstance(kind, ast.Is | ast.Eq)
            return Const(answer, place, is_soft(left) or is_soft(right))
        return Unknown(place)
    action = _COMPARE.get(type(kind))
    try:
        operands = plain(left), _members(kind, right)
        result = bool(action(*operands)) if action else None
    except (NotPlain, TypeError):
        return Unknown(place)
    if result is None:
        return Unknown(place)
    return Const(result, place, is_soft(left) or is_soft(right))


def _members(kind: ast.AST, container: Value) -> object:
    """What `in` looks into; of a dict only the keys have to be known."""
    if isinstance(kind, ast.In | ast.NotIn) and isinstance(container, Mapping):
        if container.open:
            raise NotPlain
        return list(container.items)
    return plain(container)


def _same(kind: ast.AST, left: Value, right: Value) -> bool | None:
    if isinstance(left, EnumMember) or isinstance(right, EnumMember):
        return _same_member(left, right)
    if is_none(left) or is_none(right):
        both = is_none(left) and is_none(right)
        other = right if is_none(left) else left
        return True if both else (False if _certainly_something(other) else None)
    if isinstance(left, Symbol) and isinstance(right, Symbol):
        return _same_symbol(left, right)
    if isinstance(left, Class | Function) and isinstance(right, Class | Function | Symbol):
        return left is right
    return _same_constant(kind, left, right)


def _same_constant(kind: ast.AST, left: Value, right: Value) -> bool | None:
    try:
        first, second = plain(left), plain(right)
    except NotPlain:
        return None
    if isinstance(kind, ast.Is | ast.IsNot):
        if not isinstance(first, bool) and not isinstance(second, bool):
            return None
        return first is second
    return bool(first == second)


def _same_member(left: Value, right: Value) -> bool | None:
    if isinstance(left, EnumMember) and isinstance(right, EnumMember):
        return left.cls is right.cls and left.value == right.value
    member, other = (left, right) if isinstance(left, EnumMember) else (right, left)
    if not isinstance(member, EnumMember) or not isinstance(other, Const):
        return None
    return equals_plain_constants(member) and member.value == other.value


def _same_symbol(left: Symbol, right: Symbol) -> bool | None:
    if left.path == right.path:
        return True
    # Library classes have one name here, but constants such as dtypes have several.
    classes = all(side.path.rpartition(".")[2][:1].isupper() for side in (left, right))
    return False if classes else None


def _certainly_something(value: Value) -> bool:
    if isinstance(value, Object):
        name = value.path.rpartition(".")[2]
        is_class = name[:1].isupper() or value.path.startswith("builtins.")
        return is_class and not value.path.startswith("returned:")
    return not isinstance(value, Unknown | Choice | Member | Stream | Extent | Symbol)


def truthiness(value: Value) -> bool | None:
    """Whether a value counts as true; None where that depends on what is not known."""
    if isinstance(value, EnumMember):
        return bool(value.value) if equals_plain_constants(value) else True
    if isinstance(value, Const):
        return bool(value.value)
    if isinstance(value, Sequence | Mapping):
        return True if value.items else (None if value.open else False)
    if isinstance(value, Choice):
        answers = {truthiness(option) for option in value.options}
        return answers.pop() if len(answers) == 1 else None
    return True if isinstance(value, Function | Class | BoundMethod | ModuleValue) else None
