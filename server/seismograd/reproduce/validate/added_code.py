"""A script with code of ours before its own first statement."""

from __future__ import annotations

import ast


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
