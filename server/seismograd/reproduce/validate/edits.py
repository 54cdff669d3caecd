"""A script with other text in the place of some of its own, or with code before it."""

from __future__ import annotations

import ast
from collections.abc import Iterable


def replaced(source: str, changes: Iterable[tuple[ast.expr | ast.stmt, str]]) -> str:
    """Columns of syntax trees count bytes; places must not overlap."""
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    for node, text in sorted(changes, key=_place, reverse=True):
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        before = lines[first][: node.col_offset]
        after = lines[last][node.end_col_offset :]
        lines[first : last + 1] = [before + text.encode() + after]
    return b"".join(lines).decode()


def _place(change: tuple[ast.expr | ast.stmt, str]) -> tuple[int, int]:
    return change[0].lineno, change[0].col_offset


def on_top(source: str, code: str) -> str:
    """Behind the words at its top, and what has to come first."""
    lines = source.splitlines(keepends=True)
    start = _start(ast.parse(source)) - 1
    return "".join([*lines[:start], code, *lines[start:]])


def _start(tree: ast.Module) -> int:
    statement = next((one for one in tree.body if not _comes_first(one)), None)
    if statement is None:
        return 1
    decorators = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(int(one.lineno) for one in decorators)])


def _comes_first(statement: ast.stmt) -> bool:
    is_words = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_words or (isinstance(statement, ast.ImportFrom) and statement.module == "__future__")
