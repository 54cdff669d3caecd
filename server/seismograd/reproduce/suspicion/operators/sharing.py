"""One object in several places, where each should have its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.suspicion.rewriting import by_expression
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

Others = Iterator[tuple[ast.expr, str]]


@by_expression
def each_its_own(node: ast.expr, _suspect: SuspectStatement) -> Others:
    """`[layer] * 4` has one layer, and so has `[layer for _ in range(4)]`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        listed, times = node.left, node.right
        if isinstance(node.right, ast.List):
            listed, times = node.right, node.left
        if isinstance(listed, ast.List) and len(listed.elts) == 1:
            one, count = ast.unparse(listed.elts[0]), ast.unparse(times)
            yield _parsed(f"[{_copy(one)} for _ in range({count})]"), f"with copies of {one[:40]}"
    if isinstance(node, ast.ListComp) and isinstance(node.elt, ast.Name | ast.Attribute):
        copied = ast.ListComp(_parsed(_copy(ast.unparse(node.elt))), node.generators)
        yield copied, f"with copies of {ast.unparse(node.elt)[:40]}"


@by_expression
def deeply_copied(node: ast.expr, _suspect: SuspectStatement) -> Others:
    """`copy.copy(model)` has the weights of the model."""
    is_copy = isinstance(node, ast.Call) and ast.unparse(node.func) in ("copy.copy", "copy")
    if is_copy and isinstance(node, ast.Call) and node.args:
        yield _parsed(_copy(ast.unparse(node.args[0]))), "with a deep copy"


@by_expression
def copied_part(node: ast.expr, suspect: SuspectStatement) -> Others:
    """What is given on or kept as it is, copied first."""
    statement = suspect.statement
    is_given = isinstance(statement, ast.Return | ast.Assign) and node is statement.value
    if is_given and isinstance(node, ast.Name | ast.Attribute):
        yield _parsed(_copy(ast.unparse(node))), "as a copy"


def _copy(text: str) -> str:
    return f"__import__('copy').deepcopy({text})"


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body
