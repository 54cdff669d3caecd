"""What the steps of a report say to run, put together as one script."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import SymbolKind
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.snippets import draft_of
from seismograd.reproduce.report.inline_code import code_of_prose, code_of_steps


def from_steps(case: Case) -> Iterator[Draft]:
    """Only where something of the project is called: else it is an aside."""
    told: set[str] = set()
    for statements, what in (
        (code_of_steps(case.report), "the steps of the report"),
        (code_of_prose(case.report), "the code in the sentences of the report"),
    ):
        text = "\n".join(map(ast.unparse, statements))
        if statements and text not in told and _is_about_project(case, statements):
            told.add(text)
            yield draft_of(ast.Module(statements, []), what)


def _is_about_project(case: Case, statements: list[ast.stmt]) -> bool:
    kinds = (SymbolKind.CLASS, SymbolKind.FUNCTION, SymbolKind.METHOD)
    ours = {s.name.rpartition(".")[2] for s in case.project.symbols if s.kind in kinds}
    calls = [n for one in statements for n in ast.walk(one) if isinstance(n, ast.Call)]
    return any(ast.unparse(call.func).rpartition(".")[2] in ours for call in calls)
