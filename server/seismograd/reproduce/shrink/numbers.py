"""Sizes and steps of a script, and the same script with a smaller one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

LEAST = 4
"""Smaller numbers are no sizes worth making smaller."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number in the text of a script."""

    line: int
    first: int
    last: int
    """Columns in bytes."""
    value: int


def sizes(source: str) -> list[Number]:
    """Numbers that look like sizes, the largest first."""
    found = [
        Number(node.lineno, node.col_offset, node.end_col_offset or 0, node.value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value >= LEAST
    ]
    return sorted(found, key=lambda number: -number.value)


def smaller_values(value: int) -> Iterator[int]:
    """From much smaller to a little."""
    tried = {1, 2, value // 16, value // 4, value // 2}
    yield from sorted(one for one in tried if 1 <= one < value)


def with_value(source: str, number: Number, value: int) -> str:
    lines = source.splitlines(keepends=True)
    line = lines[number.line - 1].encode()
    changed = line[: number.first] + str(value).encode() + line[number.last :]
    lines[number.line - 1] = changed.decode()
    return "".join(lines)
