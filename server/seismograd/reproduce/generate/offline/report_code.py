"""The code of a report: its snippets, taken together, and what its steps and tracebacks show."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.places import Places
from seismograd.reproduce.context.project_view import SymbolKind
from seismograd.reproduce.drafts.draft import Draft
from seismograd.reproduce.report.bug_report import ReportedFrame, Snippet
from seismograd.reproduce.report.inline_code import code_of_prose, code_of_steps
from seismograd.reproduce.report.snippets import on_cpu
from seismograd.source.tolerant_parse import parse_quietly, parse_tolerantly

MOST_SNIPPETS = 6


def from_snippets(case: Case) -> Iterator[Draft]:
    snippets = case.report.snippets
    trees = _trees(replace(one, code=on_cpu(one.code)) for one in snippets)
    for number, tree in enumerate(trees, 1):
        yield draft_of(tree.body, f"the code of the report (part {number})")
    if len(trees) > 1:
        whole = [statement for tree in trees for statement in tree.body]
        yield draft_of(whole, "all code of the report, one part after the other")
    for tree in _trees(one for one in snippets if one.code != on_cpu(one.code)):
        yield draft_of(tree.body, "code of the report, on its GPU")


def _trees(snippets: Iterable[Snippet]) -> list[ast.Module]:
    found = (tree for one in snippets if (tree := tree_of(one)) is not None)
    return list(islice(found, MOST_SNIPPETS))


def from_other_code(case: Case) -> Iterator[Draft]:
    """Only where something of the project is called: else it is an aside."""
    told: set[str] = set()
    for statements, what in (
        (code_of_steps(case.report), "the steps of the report"),
        (code_of_prose(case.report), "the code in the sentences of the report"),
        *((one, "the line of the traceback that calls the project") for one in _calling(case)),
    ):
        text = "\n".join(map(ast.unparse, statements))
        if statements and text not in told and _is_about_project(case, statements):
            told.add(text)
            yield draft_of(statements, what)


def _calling(case: Case) -> Iterator[list[ast.stmt]]:
    """Of each traceback the last line before it comes into the project."""
    places = Places(case.project)
    for traceback in case.report.tracebacks:
        outside: ReportedFrame | None = None
        for frame in traceback.frames:
            if places.of_frame(frame) is not None:
                break
            outside = frame
        if outside is not None and outside.code:
            yield _parsed(outside.code.strip())


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


def draft_of(statements: list[ast.stmt], what: str) -> Draft:
    imports = [s for s in statements if isinstance(s, ast.Import | ast.ImportFrom)]
    definitions = (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)
    setup = [s for s in statements if isinstance(s, definitions)]
    others = [s for s in statements if s not in imports and s not in setup]
    is_of_past = [isinstance(s, ast.ImportFrom) and s.module == "__future__" for s in imports]
    return Draft(
        idea=f"Run {what}.",
        imports=tuple(
            ast.unparse(s) for s, past in zip(imports, is_of_past, strict=True) if not past
        ),
        setup=tuple(map(ast.unparse, setup)),
        exercise=tuple(map(ast.unparse, others)),
        seed="snippet",
    )


def _is_about_project(case: Case, statements: list[ast.stmt]) -> bool:
    kinds = (SymbolKind.CLASS, SymbolKind.FUNCTION, SymbolKind.METHOD)
    ours = {s.name.rpartition(".")[2] for s in case.project.symbols if s.kind in kinds}
    calls = [n for one in statements for n in ast.walk(one) if isinstance(n, ast.Call)]
    return any(ast.unparse(call.func).rpartition(".")[2] in ours for call in calls)
