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


def statements_around(place: Place) -> list[ast.stmt]:
    """Those of the function that it stands in, or of the script."""
    functions = (one for one in with_parents(place) if isinstance(one, ast.FunctionDef))
    function = next(functions, None)
    if function is not None:
        return function.body
    return [one for chunk in place.chunk.document.chunks for one in chunk.statements]


def in_method(place: Place) -> bool:
    """Whether it stands in a method of a class, with the usual name for its object."""
    return bool(method_around(place))


def method_around(place: Place) -> str:
    """The name of the method that it stands in; empty outside of methods."""
    functions = (one for one in with_parents(place) if isinstance(one, ast.FunctionDef))
    methods = (one for one in functions if one.args.args[:1] and one.args.args[0].arg == "self")
    return next((one.name for one in methods), "")


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
