"""The statements of a sound text, found by Python's own parser in one go.

Most files that are checked are sound and not being edited: one parse gives both where their
statements stand and what they say.
"""

from __future__ import annotations

import ast
import re
from itertools import accumulate
from typing import NamedTuple

from seismograd.source.tolerant_parse import parse_quietly

_UNUSUAL = re.compile(rb"[\r\x0c]")
"""Characters on which Python and editors do not agree about lines and columns."""


class Parsed(NamedTuple):
    """A top-level statement and the bytes it takes."""

    start: int
    end: int
    first_line: int
    statement: ast.stmt


def parse_whole(raw: bytes) -> list[Parsed] | None:
    """Every top-level statement; None for a text that has to be taken apart with more care."""
    if _UNUSUAL.search(raw):
        return None
    try:
        body = parse_quietly(raw.decode("utf-8"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    starts = [0, *accumulate(map(len, raw.splitlines(keepends=True)))]
    found = [_placed(statement, starts) for statement in body]
    return found if all(_starts_its_line(parsed, raw) for parsed in found) else None


def _placed(statement: ast.stmt, starts: list[int]) -> Parsed:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    line = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
    column = 0 if decorators else statement.col_offset
    end_line, end_column = statement.end_lineno, statement.end_col_offset
    assert end_line is not None
    assert end_column is not None
    return Parsed(starts[line - 1] + column, starts[end_line - 1] + end_column, line, statement)


def _starts_its_line(parsed: Parsed, raw: bytes) -> bool:
    """Whether nothing stands before it on its line, not even half of its decorator."""
    at_margin = not parsed.start or raw[parsed.start - 1] == ord("\n")
    decorated = bool(getattr(parsed.statement, "decorator_list", None))
    return at_margin and decorated == (raw[parsed.start] == ord("@"))
