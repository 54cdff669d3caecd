"""What a script tells depends on some of its statements, by the names that lead to it.

A bug may be just that something has no effect. That a script still fails without a statement says
then nothing about whether it is still fair: only what nothing depends on may go.
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from seismograd.reproduce.shrink.statements import DEFINITIONS, tells
from seismograd.reproduce.validate.script_names import root_name

_JUMPS = (ast.Break, ast.Continue, ast.Return, ast.Raise, ast.Assert)


def needed_names(tree: ast.Module) -> frozenset[str]:
    """Names that have an influence on what is told, as far as the text shows."""
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    needed = {name for one in statements if _is_simple(one) and _is_end(one) for name in _own(one)}
    before = -1
    while before != len(needed):
        before = len(needed)
        for one in statements:
            needed |= _own(one) if has_influence(one, needed) else set()
    return frozenset(needed)


def has_influence(statement: ast.stmt, needed: Collection[str]) -> bool:
    """Whether it makes or may change something of a needed name, or holds a statement that does."""
    if isinstance(statement, DEFINITIONS):
        return statement.name in needed
    if isinstance(statement, ast.Import | ast.ImportFrom):
        names = (alias.asname or alias.name.partition(".")[0] for alias in statement.names)
        return any(name in needed for name in names)
    if not _is_simple(statement):
        return any(has_influence(one, needed) for one in _inner(statement))
    if isinstance(statement, _JUMPS) or tells(statement):
        return True
    return _changes(statement, needed)


def _is_end(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assert | ast.Raise) or tells(statement)


def _changes(statement: ast.stmt, needed: Collection[str]) -> bool:
    """It stores something there, or calls something that has a hold of it."""
    nodes = list(ast.walk(statement))
    stores = any(
        root in needed
        for node in nodes
        if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)
        for root in [root_name(node)]
    )
    calls = [node for node in nodes if isinstance(node, ast.Call) and not _is_print(node)]
    return stores or any(name in needed for call in calls for name in _own(call))


def _is_print(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "print"


def _is_simple(statement: ast.stmt) -> bool:
    return not _inner(statement)


def _inner(statement: ast.stmt) -> list[ast.stmt]:
    """The statements of its blocks, also of those that handle errors."""
    blocks = [node for node in ast.walk(statement) if isinstance(node, ast.stmt)]
    return [node for node in blocks if node is not statement]


def _own(node: ast.AST) -> set[str]:
    """Names that stand in it, but not those of the statements that it holds."""
    if isinstance(node, ast.Name):
        return {node.id}
    is_definition = isinstance(node, DEFINITIONS)
    parts = (
        part
        for part in ast.iter_child_nodes(node)
        if is_definition or not isinstance(part, ast.stmt)
    )
    return {name for part in parts for name in _own_or_all(part, is_definition)}


def _own_or_all(node: ast.AST, everything: bool) -> set[str]:
    if not everything:
        return _own(node)
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
