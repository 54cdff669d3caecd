"""The two sides of an operation as they stand in the source."""

from __future__ import annotations

import ast

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Place


def operands(call: Call) -> tuple[Place, Place] | None:
    """`a` and `b` of `a - b`, `torch.sub(a, b)`, `a -= b` or `a == b`."""
    match call.place.node:
        case (
            ast.BinOp(left=one, right=other)
            | ast.Call(args=[one, other])
            | ast.AugAssign(target=one, value=other)
            | ast.Compare(left=one, comparators=[other])
        ):
            return Place(call.place.chunk, one), Place(call.place.chunk, other)
    return None
