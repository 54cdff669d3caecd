"""Nodes of a file that may have been parsed again since: they are found by their position."""

from __future__ import annotations

import ast

from seismograd.source.evaluate.values import Place

POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")


def with_parents(place: Place) -> list[ast.AST]:
    """A node and the nodes around it, the innermost first, as the file is parsed now."""
    line, end = place.node.lineno, place.node.end_lineno  # type: ignore[attr-defined]
    for statement in place.chunk.statements:
        if statement.lineno <= line and end <= (statement.end_lineno or 0):
            found = _path(statement, place.node)
            if found:
                return found
    return []


def in_method(place: Place) -> bool:
    """Whether it stands in a method of a class, with the usual name for its object."""
    functions = (one for one in with_parents(place) if isinstance(one, ast.FunctionDef))
    return any(one.args.args[:1] and one.args.args[0].arg == "self" for one in functions)


def is_same(one: ast.AST, other: ast.AST) -> bool:
    positions = [getattr(one, name, None) == getattr(other, name, None) for name in POSITION]
    return type(one) is type(other) and all(positions)


def _path(outer: ast.AST, node: ast.AST) -> list[ast.AST]:
    """From a node out to `outer`."""
    if is_same(outer, node):
        return [outer]
    for child in ast.iter_child_nodes(outer):
        found = _path(child, node)
        if found:
            return [*found, outer]
    return []
