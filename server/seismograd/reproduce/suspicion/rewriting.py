"""One expression of a statement replaced by another, and the statement as lines again."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from textwrap import indent

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.alternatives import Alternatives
from seismograd.reproduce.suspicion.suspects import Suspect


def rewritten(suspect: Suspect, alternatives: Alternatives) -> Iterator[Patch]:
    statement = suspect.statement
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    expressions = [node for node in _own_nodes(statement) if isinstance(node, ast.expr)]
    for number, node in enumerate(expressions):
        for other, what in alternatives(node, suspect):
            changed = copy.deepcopy(statement)
            _Exchange(number, other).put_into(changed)
            yield _patch(suspect, changed, what)


def left_out(suspect: Suspect) -> Iterator[Patch]:
    """Without the statement, where it only does something."""
    statement = suspect.statement
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        yield _patch(suspect, ast.Pass(), f"without {ast.unparse(statement)[:60]}")
    elif isinstance(statement, ast.With) and "no_grad" in ast.unparse(statement.items[0]):
        block = ast.If(ast.Constant(True), statement.body, [])
        yield _patch(suspect, block, "with gradients")


def _own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """The statement's own expressions, without those of the statements in it."""
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.stmt | ast.ExceptHandler):
            continue
        yield child
        yield from _below(child)


def _below(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        yield child
        yield from _below(child)


class _Exchange(ast.NodeTransformer):
    """Replaces the expression of a number, counted as `_own_nodes` gives them."""

    def __init__(self, number: int, other: ast.expr) -> None:
        self._number = number
        self._other = other

    def put_into(self, statement: ast.stmt) -> None:
        nodes = [node for node in _own_nodes(statement) if isinstance(node, ast.expr)]
        self._old = nodes[self._number]
        self.generic_visit(statement)

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self._old:
            return copy.deepcopy(self._other)
        return self.generic_visit(node)


def _patch(suspect: Suspect, changed: ast.stmt, what: str) -> Patch:
    old = suspect.statement
    text = ast.unparse(ast.fix_missing_locations(changed))
    lines = indent(text, " " * old.col_offset)
    return Patch(suspect.file, old.lineno, old.end_lineno or old.lineno, lines, what)
