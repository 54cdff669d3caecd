"""Sizes and steps of a script, and the same script with a smaller one."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

LEAST = 65
"""Smaller numbers cost little, and a size that is too small is a mistake of its own."""
SMALLEST = 2
"""With one of something much is special."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number in the text of a script."""

    line: int
    first: int
    last: int
    """Columns in bytes."""
    value: int


def sizes(source: str, kept: Collection[int] = (), names: Collection[str] = ()) -> list[Number]:
    """Numbers that look like sizes, the largest first.

    Without those that stay, and without those that are assigned to one of the names.
    """
    tree = ast.parse(source)
    told = {id(inner) for one in tree.body if _assigns(one, names) for inner in ast.walk(one)}
    found = [
        Number(node.lineno, node.col_offset, node.end_col_offset or 0, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and type(node.value) is int
        and node.value >= LEAST
        and node.value not in kept
        and id(node) not in told
    ]
    return sorted(found, key=lambda number: -number.value)


def _assigns(statement: ast.stmt, names: Collection[str]) -> bool:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return any(isinstance(one, ast.Name) and one.id in names for one in targets)


def smaller_values(value: int) -> Iterator[int]:
    """From much smaller to a little."""
    tried = {value // 16, value // 4, value // 2}
    yield from sorted(one for one in tried if SMALLEST <= one < value)


def with_value(source: str, number: Number, value: int) -> str:
    lines = source.splitlines(keepends=True)
    line = lines[number.line - 1].encode()
    changed = line[: number.first] + str(value).encode() + line[number.last :]
    lines[number.line - 1] = changed.decode()
    return "".join(lines)
