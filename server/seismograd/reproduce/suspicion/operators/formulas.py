"""Formulas that are nearly what their function is called, and operands the wrong way round."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import by_expression, replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

Others = Iterator[tuple[ast.expr, str]]
_ROOTS = re.compile(r"rms|root|std|stddev|norm|dist|euclid|l2", re.I)
_DOUBLED = re.compile(r"dice|f1|f_?score|sorensen|f_?measure", re.I)
_EXPONENTIALS = re.compile(r"perplexity|ppl", re.I)
_SIGNED = re.compile(r"scor|rank|near|search|match|retriev|sim|neg|logit|priority", re.I)
_TURNED = (ast.Sub, ast.Div, ast.FloorDiv, ast.MatMult, ast.Add)


@by_expression
def operands_exchanged(node: ast.expr, _suspect: SuspectStatement) -> Others:
    """`b - a` for `a - b`; of what is added, only lists and texts know an order."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, _TURNED):
        return
    if isinstance(node.op, ast.Add) and not (_is_row(node.left) or _is_row(node.right)):
        return
    yield ast.BinOp(node.right, node.op, node.left), "with its operands exchanged"


@by_expression
def bracketed_otherwise(node: ast.expr, _suspect: SuspectStatement) -> Others:
    """`a * c + b` for `(a + b) * c`, and the other way round."""
    if not isinstance(node, ast.BinOp):
        return
    inner = node.left
    if isinstance(inner, ast.BinOp) and {_binds(node.op), _binds(inner.op)} == {True, False}:
        first = ast.BinOp(inner.left, node.op, node.right)
        yield ast.BinOp(first, inner.op, inner.right), "with other brackets"


def _binds(operator: ast.operator) -> bool | None:
    """Whether it goes before addition; None for what is neither."""
    if isinstance(operator, ast.Add | ast.Sub):
        return False
    return True if isinstance(operator, ast.Mult | ast.Div) else None


def _is_row(node: ast.expr) -> bool:
    """Whether it is written as a list or a text."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return _is_row(node.left) or _is_row(node.right)
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) in ("list", "tuple", "sorted", "str")
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_text or isinstance(node, ast.List | ast.Tuple | ast.ListComp | ast.JoinedStr)


def as_it_is_called(suspect: SuspectStatement) -> Iterator[Patch]:
    """The result with the root, the factor or the exponential that its name speaks of."""
    name = suspect.function.name if suspect.function is not None else ""
    value = _result(suspect.statement)
    if value is None:
        return
    text = ast.unparse(value)
    if _ROOTS.search(name) and "sqrt" not in text:
        yield _with_result(suspect, f"({text}) ** 0.5", "with the root")
    if _DOUBLED.search(name):
        yield _with_result(suspect, f"2 * ({text})", "twice as much")
    if _EXPONENTIALS.search(name) and "exp" not in text:
        yield _with_result(suspect, f"2.718281828459045 ** ({text})", "with the exponential")
    if _SIGNED.search(name):
        yield _with_result(suspect, f"-({text})", "with the other sign")


def _result(statement: ast.stmt) -> ast.expr | None:
    return statement.value if isinstance(statement, ast.Return | ast.Assign) else None


def _with_result(suspect: SuspectStatement, text: str, what: str) -> Patch:
    value = ast.parse(text, mode="eval").body
    old = suspect.statement
    if isinstance(old, ast.Assign):
        return replaced(suspect, what, ast.Assign(old.targets, value, lineno=0))
    return replaced(suspect, what, ast.Return(value))
