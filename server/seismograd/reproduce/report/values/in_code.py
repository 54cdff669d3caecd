"""Values in snippets of Python: keyword arguments, assignments, entries of dictionaries."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.report.bug_report import NamedValue
from seismograd.reproduce.report.literals import scalar_of_node
from seismograd.source.tolerant_parse import parse_tolerantly

_LONGEST = 200


def values_in_code(code: str) -> list[NamedValue]:
    pairs = [pair for statement in parse_tolerantly(code.encode()) for pair in _pairs(statement)]
    pairs.sort(key=lambda pair: (pair[1].lineno, pair[1].col_offset))
    found = []
    for name, node in pairs:
        value = scalar_of_node(node)
        if value is not ... and not (isinstance(value, str) and len(value) > _LONGEST):
            found.append(NamedValue(name, value, f"{name}={value!r}"))
    return found


def _pairs(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(statement):
        if isinstance(node, ast.keyword) and node.arg:
            yield node.arg, node.value
        elif isinstance(node, ast.Assign):
            yield from ((name, node.value) for target in node.targets if (name := _name(target)))
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            if name := _name(node.target):
                yield name, node.value
        elif isinstance(node, ast.Dict):
            yield from _entries(node)


def _entries(node: ast.Dict) -> Iterator[tuple[str, ast.expr]]:
    for key, value in zip(node.keys, node.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value:
            yield key.value, value


def _name(target: ast.expr) -> str | None:
    if isinstance(target, ast.Name):
        return target.id
    if isinstance(target, ast.Attribute):
        return target.attr
    if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
        return target.slice.value if isinstance(target.slice.value, str) else None
    return None
