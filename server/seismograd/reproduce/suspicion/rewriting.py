"""One expression of a statement replaced by another, and the statement as lines again."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from functools import wraps
from textwrap import indent

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

Alternatives = Callable[[ast.expr, SuspectStatement], Iterator[tuple[ast.expr, str]]]
"""Expressions in the place of one, each with what was done in words."""


def by_expression(alternatives: Alternatives) -> Callable[[SuspectStatement], Iterator[Patch]]:
    """Every expression of a statement in turn, the rest of it as it is."""

    @wraps(alternatives)
    def operator(suspect: SuspectStatement) -> Iterator[Patch]:
        return _rewritten(suspect, alternatives)

    return operator


def _rewritten(suspect: SuspectStatement, alternatives: Alternatives) -> Iterator[Patch]:
    statement = suspect.statement
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    for number, node in enumerate(own_expressions(statement)):
        for other, what in alternatives(node, suspect):
            changed = copy.deepcopy(statement)
            _Exchange(number, other).put_into(changed)
            yield replaced(suspect, what, changed)


def own_expressions(statement: ast.stmt) -> list[ast.expr]:
    """Those that can be another, without those of the statements in it."""
    return [node for node in _own_nodes(statement) if isinstance(node, ast.expr)]


def _own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(statement):
        if not isinstance(child, ast.stmt | ast.ExceptHandler):
            yield child
            yield from _below(child)


def _below(node: ast.AST) -> Iterator[ast.AST]:
    for child in _parts(node):
        yield child
        yield from _below(child)


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """Of an f-string, what is in its braces: its text and its formats are no expressions."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(node, ast.JoinedStr):
            yield child
        elif isinstance(child, ast.FormattedValue):
            yield child.value


class _Exchange(ast.NodeTransformer):
    """Replaces the expression of a number, counted as `own_expressions` gives them."""

    def __init__(self, number: int, other: ast.expr) -> None:
        self._number = number
        self._other = other

    def put_into(self, statement: ast.stmt) -> None:
        self._old = own_expressions(statement)[self._number]
        self.generic_visit(statement)

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self._old:
            return copy.deepcopy(self._other)
        return self.generic_visit(node)


def replaced(suspect: SuspectStatement, what: str, *statements: ast.stmt) -> Patch:
    """Other statements in the place of the suspect one."""
    old = suspect.statement
    return Patch(
        suspect.file, old.lineno, old.end_lineno or old.lineno, _lines(old, *statements), what
    )


def inserted(suspect: SuspectStatement, what: str, text: str, *, after: bool = False) -> Patch:
    """One more line before the statement, or after it."""
    new = ast.parse(text).body
    old = suspect.statement
    return replaced(suspect, what, *([old, *new] if after else [*new, old]))


def _lines(old: ast.stmt, *statements: ast.stmt) -> str:
    text = "\n".join(ast.unparse(ast.fix_missing_locations(one)) for one in statements)
    return indent(text, " " * old.col_offset)
