"""Two operands of one kind that a loss compares: `relu(near - far + margin)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.program.model import LossUse
from seismograd.repair.losses.opposite_factors import Exchange
from seismograd.source.evaluate.values import Place

ONE_SIDED = frozenset(
    {"relu", "clamp", "clamp_min", "clip", "maximum", "max", "softplus", "sigmoid", "logsigmoid",
     "log_sigmoid"}
)  # fmt: skip
"""Functions that reward one sign of a difference."""
MARGIN = "margin"
ARGUMENTS = {"triplet": (1, 2), "ranking": (0, 1)}
"""Arguments of losses of a framework that mean the opposite of each other: positive and negative,
higher and lower."""


def exchanged_operands(code: Place) -> Iterator[Exchange]:
    for node in ast.walk(code.node):
        for argument in _compared(node) if isinstance(node, ast.Call) else ():
            pair = _operands(argument)
            if pair is not None:
                one, other = pair
                yield Exchange(one, other, (one,), (other,))


def exchanged_arguments(loss: LossUse) -> Iterator[Exchange]:
    node = loss.call.place.node if loss.call is not None else None
    at = ARGUMENTS.get(loss.kind, ())
    given = node.args if isinstance(node, ast.Call) else []
    is_listed = not any(isinstance(one, ast.Starred) for one in given)
    if at and len(given) > max(at) and is_listed:
        one, other = (given[index] for index in at)
        yield Exchange(one, other, (one,), (other,))


def _compared(call: ast.Call) -> Iterator[ast.expr]:
    """`relu(x)`, `torch.clamp(x, min=0)`, `x.clamp(min=0)`, `maximum(0, x)`."""
    match call.func:
        case ast.Attribute(attr=name, value=owner) if name in ONE_SIDED:
            yield from (owner, *call.args)
        case ast.Name(id=name) if name in ONE_SIDED:
            yield from call.args


def _operands(argument: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """The only operand that is added and the only one that is taken away, but for margins."""
    terms = [(sign, one) for sign, one in _terms(argument, 1) if not _is_margin(one)]
    added = [one for sign, one in terms if sign > 0]
    removed = [one for sign, one in terms if sign < 0]
    if len(added) != 1 or len(removed) != 1 or not _is_alike(added[0], removed[0]):
        return None
    return added[0], removed[0]


def _terms(node: ast.expr, sign: int) -> Iterator[tuple[int, ast.expr]]:
    match node:
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            yield from (*_terms(left, sign), *_terms(right, sign))
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            yield from (*_terms(left, sign), *_terms(right, -sign))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield from _terms(operand, -sign)
        case _:
            yield sign, node


def _is_margin(node: ast.expr) -> bool:
    match node:
        case ast.Constant():
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return MARGIN in name.lower()
    return False


def _is_alike(one: ast.expr, other: ast.expr) -> bool:
    """Both are names, or both are made by the same function."""
    if isinstance(one, ast.Call) and isinstance(other, ast.Call):
        return ast.unparse(one.func) == ast.unparse(other.func) or _have_method(one, other)
    return type(one) is type(other) and isinstance(one, ast.Name | ast.Attribute | ast.Subscript)


def _have_method(one: ast.Call, other: ast.Call) -> bool:
    """`near.mean()` and `far.mean()`."""
    functions = (one.func, other.func)
    names = {function.attr for function in functions if isinstance(function, ast.Attribute)}
    return len(names) == 1 and all(isinstance(one, ast.Attribute) for one in functions)
