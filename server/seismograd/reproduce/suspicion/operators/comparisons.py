"""What is better the wrong way round: less for more, and the least for the most."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.suspicion.rewriting import by_expression
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_TURNED = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}
_EXTREMES = {"min": "max", "max": "min", "argmin": "argmax", "argmax": "argmin"}
Others = Iterator[tuple[ast.expr, str]]


@by_expression
def turned_round(node: ast.expr, _suspect: SuspectStatement) -> Others:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _TURNED:
        other = _TURNED[type(node.ops[0])]()
        turned = ast.Compare(node.left, [other, *node.ops[1:]], node.comparators)
        yield turned, "compared the other way round"


@by_expression
def other_word(node: ast.expr, _suspect: SuspectStatement) -> Others:
    """`and` for `or`, and the reverse."""
    if isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        word = "or" if isinstance(node.op, ast.And) else "and"
        yield ast.BoolOp(other, node.values), f"with {word} between the conditions"


@by_expression
def other_extreme(node: ast.expr, _suspect: SuspectStatement) -> Others:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in _EXTREMES:
        yield ast.Name(_EXTREMES[node.id], ast.Load()), f"with {_EXTREMES[node.id]} for {node.id}"
    elif isinstance(node, ast.Attribute) and node.attr in _EXTREMES:
        other = ast.Attribute(node.value, _EXTREMES[node.attr], ast.Load())
        yield other, f"with {_EXTREMES[node.attr]} for {node.attr}"
    elif isinstance(node, ast.Constant) and node.value in ("min", "max"):
        other_text = _EXTREMES[str(node.value)]
        yield ast.Constant(other_text), f"with {other_text} for {node.value}"
