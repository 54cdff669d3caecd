"""Scripts that are the same but for comments, layout and the words at their top."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Departure


def essence(source: str) -> str:
    return "\n".join(ast.dump(one) for one in _body(source))


def moved(departure: Departure, before: str, after: str) -> Departure:
    """On the line of the other script that has the same code."""
    lines = dict(zip(_lines(before), _lines(after), strict=False))
    return replace(departure, line=lines.get(departure.line, departure.line))


def _lines(source: str) -> Iterator[int]:
    for statement in _body(source):
        for node in ast.walk(statement):
            if isinstance(node, ast.stmt | ast.expr):
                yield node.lineno


def _body(source: str) -> list[ast.stmt]:
    """Without the words at the top."""
    body = ast.parse(source).body
    first = body[0] if body else None
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return body[1:] if is_text else body
