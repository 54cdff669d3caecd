"""A script with other text in the place of some of its expressions."""

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
