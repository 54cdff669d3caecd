"""Parameters that a program updates itself: `p.data.add_(p.grad, alpha=-lr)`.

Such an update is that of plain SGD, and its factor is the learning rate.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain

from seismograd.program.model import Program
from seismograd.program.settings import Setting
from seismograd.program.tensors import is_gradient
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.values import Const, Value, number
from seismograd.source.rewrite import enclosing_statement

RATE = "lr"


def rates_by_hand(program: Program) -> Iterator[Setting]:
    """The learning rates of such updates; each is greater than zero."""
    products = (_factor(call) for call in program.calls_to("operator.mul") if _changes(call))
    steps = program.index.named("add_", "sub_")
    scales = (call.argument(None, "alpha") for call in steps if is_gradient(call.value(0, "other")))
    for argument in chain(products, scales):
        rate = _positive(argument.value) if argument is not None else None
        if argument is not None and rate is not None:
            yield Setting(RATE, rate, argument.place)


def _factor(product: Call) -> Argument | None:
    """What a gradient is multiplied by."""
    gradients = [one for one in product.positional if is_gradient(one.value)]
    others = [one for one in product.positional if not is_gradient(one.value)]
    return others[0] if len(gradients) == len(others) == 1 else None


def _changes(product: Call) -> bool:
    """Whether the statement takes the product away from something, or adds it to it."""
    statement = enclosing_statement(product.place)
    if isinstance(statement, ast.AugAssign):
        return isinstance(statement.op, ast.Add | ast.Sub)
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp):
        left = ast.unparse(statement.value.left)
        is_sum = isinstance(statement.value.op, ast.Add | ast.Sub)
        return is_sum and left in map(ast.unparse, statement.targets)
    value = statement.value if isinstance(statement, ast.Expr) else None
    function = value.func if isinstance(value, ast.Call) else None
    return isinstance(function, ast.Attribute) and function.attr in ("add_", "sub_")


def _positive(value: Value) -> Const | None:
    """Without the minus that stands before it."""
    known = number(value)
    if not isinstance(value, Const) or known is None or not known:
        return None
    if known > 0:
        return value
    is_negated = value.place is not None and isinstance(value.place.node, ast.UnaryOp)
    if not is_negated or not value.trail:
        return None
    *earlier, place = value.trail
    return Const(-known, place, value.soft, tuple(earlier))
