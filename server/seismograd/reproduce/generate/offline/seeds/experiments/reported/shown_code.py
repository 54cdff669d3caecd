"""The report's code up to the values that it shows, with measurements in the place of these."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.snippets import draft_of
from seismograd.reproduce.report.values.shown import Shown
from seismograd.source.shallow_parse import parse_module


def code_with_readings(
    case: Case, group: Sequence[Shown], names: Sequence[str], readings: Sequence[str]
) -> Iterator[Draft]:
    """The snippet alone, and after what the report has before it."""
    lines: dict[int, list[str]] = {}
    for one, name, reading in zip(group, names, readings, strict=True):
        lines.setdefault(one.line, []).append(f"{name} = {reading}")
    body = _up_to(ast.parse(group[0].code).body, max(lines))
    replacing = _Replacing(lines)
    measured = [node for statement in body for node in replacing.of(statement)]
    idea = f"what the report says about {group[-1].expression}"
    yield draft_of(ast.Module(measured, []), idea)
    before = list(code_before(case, group[0].code))
    if before:
        yield draft_of(ast.Module([*before, *measured], []), f"{idea}, after its other code")


def _up_to(body: list[ast.stmt], line: int) -> list[ast.stmt]:
    return [statement for statement in body if statement.lineno <= line]


def code_before(case: Case, code: str) -> Iterator[ast.stmt]:
    """What the report has before a snippet."""
    for snippet in case.report.snippets:
        if snippet.code == code:
            return
        try:
            statements = parse_module(snippet.code).body if snippet.language == "python" else []
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        yield from (s for s in statements if not isinstance(s, ast.Assert))


class _Replacing(ast.NodeTransformer):
    """Puts measurements in the place of what shows values; other assertions are left out."""

    def __init__(self, lines: dict[int, list[str]]) -> None:
        self._lines = lines

    def of(self, statement: ast.stmt) -> list[ast.stmt]:
        found = self.visit(statement)
        return found if isinstance(found, list) else [found] if found is not None else []

    def visit_Expr(self, node: ast.Expr) -> list[ast.stmt]:
        return self._measured(node) or [node]

    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        return self._measured(node)

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        return [node, *self._measured(node)]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        return node

    def _measured(self, node: ast.stmt) -> list[ast.stmt]:
        return [ast.parse(text).body[0] for text in self._lines.get(node.lineno, [])]
