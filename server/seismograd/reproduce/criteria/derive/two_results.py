"""Two results that the report's own code compares: how far exactly they are apart is chance."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.report.values.shown import Shown
from seismograd.source.shallow_parse import parse_expression, parse_module

_COMPARING = frozenset(
    {"allclose", "equal", "array_equal", "isclose", "assert_close", "assert_allclose", "dist",
     "eq", "ne"}
)  # fmt: skip
_NETWORK = re.compile(r"(?:self\.)?\w*(?:model|net|network|module|classifier)\(", re.I)
_IN_EVALUATION = re.compile(
    r"\.eval\(\)|\.train\((?:mode=)?False\)|training=False|inference_mode", re.I
)


def compared_calls(shown: Shown) -> tuple[str, str] | None:
    """The calls that made both sides of a comparison or difference; None where it is none."""
    try:
        code = parse_module(shown.code)
        expression = parse_expression(shown.expression).body
    except (SyntaxError, ValueError):
        return None
    sides = next(_sides(expression), None)
    if sides is None:
        return None
    first, second = (_made_by(code, side, shown.line) for side in sides)
    return (first, second) if "(" in first and "(" in second else None


def may_differ(shown: Shown, calls: tuple[str, str]) -> bool:
    """Whether both are the same call of a network that nobody has put into evaluation mode."""
    is_repeated = calls[0] == calls[1] and _NETWORK.match(calls[0]) is not None
    return is_repeated and not _IN_EVALUATION.search(shown.code)


def _sides(expression: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    for node in ast.walk(expression):
        match node:
            case ast.Call(func=function, args=[one, other, *_]) if _compares(function):
                yield one, other
            case ast.Call(func=ast.Attribute(value=one) as function, args=[other]) if _compares(
                function
            ):
                yield one, other
            case ast.BinOp(left=one, op=ast.Sub(), right=other):
                yield one, other
            case ast.Compare(left=one, ops=[ast.Eq() | ast.NotEq()], comparators=[other]):
                yield one, other


def _compares(function: ast.expr) -> bool:
    return ast.unparse(function).rpartition(".")[2] in _COMPARING


def _made_by(code: ast.Module, side: ast.expr, line: int) -> str:
    """What was last assigned to the name before the comparison; else the expression itself."""
    root = side
    while isinstance(root, ast.Subscript | ast.Attribute):
        root = root.value
    if not isinstance(root, ast.Name):
        return ast.unparse(side)
    made = [n for n in ast.walk(code) if isinstance(n, ast.Assign) and n.lineno < line]
    mine = [n for n in made if any(ast.unparse(t) == root.id for t in n.targets)]
    last = max(mine, key=lambda node: node.lineno, default=None)
    return ast.unparse(last.value if last else side)
