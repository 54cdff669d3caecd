"""The code of a report: its snippets, one by one and taken together."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.report.bug_report import Snippet
from seismograd.source.tolerant_parse import parse_quietly, parse_tolerantly

MOST_SNIPPETS = 6


def from_snippets(case: Case) -> Iterator[Draft]:
    trees = [tree for one in case.report.snippets if (tree := tree_of(one)) is not None]
    trees = trees[:MOST_SNIPPETS]
    for number, tree in enumerate(trees, 1):
        yield draft_of(tree, f"the code of the report (part {number})")
    if len(trees) > 1:
        whole = ast.Module([statement for tree in trees for statement in tree.body], [])
        yield draft_of(whole, "all code of the report, one part after the other")


def tree_of(snippet: Snippet) -> ast.Module | None:
    """Of Python that does something; lines that cannot be read are left out."""
    if snippet.language not in ("python", "py", "python3", "pycon", ""):
        return None
    body = parse_tolerantly(snippet.code.encode()) if snippet.language else _parsed(snippet.code)
    return ast.Module(body, []) if any(map(_does_something, body)) else None


def _parsed(code: str) -> list[ast.stmt]:
    """What nobody calls Python is so only as a whole."""
    try:
        return parse_quietly(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _does_something(statement: ast.stmt) -> bool:
    """A lone name or text is prose that happens to parse."""
    if isinstance(statement, ast.Expr):
        return any(isinstance(node, ast.Call) for node in ast.walk(statement))
    return not isinstance(statement, ast.Import | ast.ImportFrom | ast.Pass)


def draft_of(tree: ast.Module, idea: str) -> Draft:
    imports = [s for s in tree.body if isinstance(s, ast.Import | ast.ImportFrom)]
    definitions = (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)
    setup = [s for s in tree.body if isinstance(s, definitions)]
    others = [s for s in tree.body if s not in imports and s not in setup]
    return Draft(
        idea=f"Run {idea}.",
        imports=tuple(_plain_imports(imports)),
        setup=tuple(ast.unparse(s) for s in setup),
        exercise=tuple(ast.unparse(s) for s in others),
        seed="snippet",
    )


def _plain_imports(statements: list[ast.Import | ast.ImportFrom]) -> Iterator[str]:
    for statement in statements:
        if not (isinstance(statement, ast.ImportFrom) and statement.module == "__future__"):
            yield ast.unparse(statement)
