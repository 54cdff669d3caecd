"""The nodes of a syntax tree that matter here, by the function they stand in; walked only once."""

from __future__ import annotations

import ast
from collections.abc import Iterator

MODULE_LEVEL = 0
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_KEPT = frozenset(
    {ast.AnnAssign, ast.Assign, ast.AsyncFunctionDef, ast.Call, ast.ClassDef, ast.FunctionDef,
     ast.Import, ast.ImportFrom, ast.Raise, ast.Return, ast.arg, ast.withitem}
)  # fmt: skip
_LEAVES = frozenset({ast.Constant, ast.Load, ast.Store, ast.Del, ast.Pass, ast.Break, ast.Continue})


class Scopes:
    """Functions within functions belong to the outermost one."""

    def __init__(self, tree: ast.Module) -> None:
        self._nodes: dict[int, list[ast.AST]] = {MODULE_LEVEL: []}
        pending: list[tuple[ast.AST, int]] = [(tree, MODULE_LEVEL)]
        while pending:
            node, scope = pending.pop()
            if scope == MODULE_LEVEL and isinstance(node, FUNCTIONS):
                scope = id(node)
                self._nodes[scope] = []
            if type(node) in _KEPT or (isinstance(node, ast.Name) and _is_stored(node)):
                self._nodes[scope].append(node)
            pending += [(child, scope) for child in reversed(_children(node))]

    def of(self, function: ast.AST) -> list[ast.AST]:
        """The nodes of a function that does not stand in another, with the function itself."""
        return self._nodes.get(id(function), [])

    def at_module_level(self) -> list[ast.AST]:
        """What runs when the module is loaded."""
        return self._nodes[MODULE_LEVEL]

    def all(self) -> Iterator[ast.AST]:
        for nodes in self._nodes.values():
            yield from nodes


def _children(node: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST) and type(value) not in _LEAVES:
            found.append(value)
    return found


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)
