"""Runs that are resumed at the epoch that was done last, or one too late."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.suspicion.rewriting import by_expression
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_COUNT = re.compile(r"\w*(?:epoch|step|iter|round)\w*", re.I)


@by_expression
def next_one(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """One more than the count that was read back or is kept, or not one more."""
    is_kept = _is_kept(node, suspect.statement)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        if (is_kept or _is_read_back(node.left)) and ast.unparse(node.right) == "1":
            yield node.left, f"{ast.unparse(node.left)} without one more"
    elif is_kept or _is_read_back(node):
        yield ast.BinOp(node, ast.Add(), ast.Constant(1)), f"{ast.unparse(node)} + 1"


@by_expression
def begun_one_off(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """A loop that goes on one later or earlier."""
    is_range = isinstance(node, ast.Call) and ast.unparse(node.func) == "range"
    if not is_range or not isinstance(node, ast.Call) or len(node.args) < 2:
        return
    first = node.args[0]
    if isinstance(first, ast.Constant):
        return
    for sign, what in ((ast.Add(), "later"), (ast.Sub(), "earlier")):
        moved = ast.BinOp(first, sign, ast.Constant(1))
        yield ast.Call(node.func, [moved, *node.args[1:]], []), f"begun one {what}"


def _is_read_back(node: ast.expr) -> bool:
    """`state["epoch"]` or `state.get("epoch", 0)`."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        return _is_count(node.slice)
    is_lookup = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    if not is_lookup or not isinstance(node, ast.Call):
        return False
    name = ast.unparse(node.func).rpartition(".")[2]
    return name in ("get", "pop") and bool(node.args) and _is_count(node.args[0])


def _is_kept(node: ast.expr, statement: ast.stmt) -> bool:
    """The value of `{"epoch": epoch}`."""
    tables = [one for one in ast.walk(statement) if isinstance(one, ast.Dict)]
    return isinstance(node, ast.Name | ast.Attribute | ast.BinOp) and any(
        value is node and key is not None and _is_count(key)
        for table in tables
        for key, value in zip(table.keys, table.values, strict=True)
    )


def _is_count(key: ast.expr) -> bool:
    is_text = isinstance(key, ast.Constant) and isinstance(key.value, str)
    return is_text and _COUNT.fullmatch(ast.literal_eval(key)) is not None
