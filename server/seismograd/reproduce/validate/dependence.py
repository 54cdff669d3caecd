"""Which values of a script may come from the project, and which cannot.

Wide on purpose: what stands in one statement with something of the project may come from it. What
is found to depend on nothing of the project was made up by the script.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from seismograd.reproduce.context.project_view import ProjectView

_BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.With, ast.AsyncWith)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Dependence:
    def __init__(self, tree: ast.Module, project: ProjectView, imported: Iterable[str]) -> None:
        """`imported` are the script's names for what is of the project."""
        self._words = {symbol.module.partition(".")[0] for symbol in project.symbols} - {""}
        self._words |= {entry.file for entry in project.entry_points}
        self._names = set(imported)
        statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
        before = -1
        while before != len(self._names):
            before = len(self._names)
            for statement in statements:
                self._spread(statement)

    def of(self, nodes: Iterable[ast.AST]) -> bool:
        """Whether any of them may come from the project."""
        return any(self._is_one(inner) for node in nodes for inner in ast.walk(node))

    def _is_one(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._names
        text = node.value if isinstance(node, ast.Constant) else None
        return isinstance(text, str) and any(word in text for word in self._words)

    def _spread(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Import | ast.ImportFrom) or not self.of([statement]):
            return
        if isinstance(statement, _SCOPES):
            self._names.add(statement.name)
        self._names.update(_bound(statement))


def _bound(statement: ast.stmt) -> Iterator[str]:
    """Names that are assigned in it, and those that calls in it are made on or get."""
    for node in ast.walk(statement):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name
            case ast.Call() if not isinstance(statement, (*_BLOCKS, *_SCOPES)):
                yield from _given(node)
            case ast.withitem(context_expr=expression):
                yield from (one.id for one in ast.walk(expression) if isinstance(one, ast.Name))


def _given(call: ast.Call) -> Iterator[str]:
    holders = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    for part in (*holders, *call.args, *(keyword.value for keyword in call.keywords)):
        yield from (node.id for node in ast.walk(part) if isinstance(node, ast.Name))
