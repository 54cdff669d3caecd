"""What a run executed of the project: the functions it called, and the lines that matter.

Lines that the report cites, and those that the writer's patches replace: a script that never gets
to them shows something else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.places import Places
from seismograd.reproduce.context.sources import read_text
from seismograd.reproduce.observation import Observation
from seismograd.source.shallow_parse import parse_module

MOST_CITED = 10
MOST_FUNCTIONS = 25
MOST_STATEMENTS = 60
_MODULE = "<module>"
_INNER = "<locals>"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class WatchedLines:
    file: str
    first: int
    last: int
    by: str
    """Who speaks of them."""
    statements: tuple[tuple[int, int], ...]
    """First and last line of each statement there; for the head of a function its first one."""

    def __str__(self) -> str:
        lines = f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"
        return f"{self.file}:{lines} ({self.by})"


def watched(case: Case, candidate: Candidate) -> list[WatchedLines]:
    patches = [(patch.file, patch.first, patch.last, "your patch") for patch in candidate.patches]
    told = dict.fromkeys([*_cited(case), *patches])
    found = (_watched(case, *one) for one in told)
    return [one for one in found if one.statements]


def ranges(lines: Sequence[WatchedLines]) -> tuple[str, ...]:
    """As runs are asked to watch them."""
    told = (f"{one.file}:{first}-{last}" for one in lines for first, last in one.statements)
    return tuple(dict.fromkeys(told))


def about_execution(lines: Sequence[WatchedLines], seen: Observation) -> str:
    """For whoever writes the next script; "" where the run says nothing of it."""
    told = [f"- {one}: {_executed(one, seen)}" for one in lines]
    head = ["Lines of the project, and whether the run executed them:"] if told else []
    return "\n".join([*_called(seen), *head, *told])


def _called(seen: Observation) -> Iterator[str]:
    called = [
        one
        for one in seen.reached
        if one.is_call and one.function != _MODULE and _INNER not in one.function
    ]
    if called:
        yield "Functions of the project that were called:"
        yield from (f"- {one.function} in {one.file}" for one in called[:MOST_FUNCTIONS])
        if len(called) > MOST_FUNCTIONS:
            yield f"- and {len(called) - MOST_FUNCTIONS} more"
    elif seen.exit_code is not None:
        yield "No function of the project was called."


def _executed(lines: WatchedLines, seen: Observation) -> str:
    ran = [
        first
        for first, last in lines.statements
        if any((lines.file, line) in seen.executed for line in range(first, last + 1))
    ]
    if len(ran) == len(lines.statements):
        return "executed"
    if not ran:
        return "never executed"
    missing = [first for first, _ in lines.statements if first not in ran]
    return f"executed, but for what begins in line {', '.join(map(str, missing))}"


def _cited(case: Case) -> Iterator[tuple[str, int, int, str]]:
    places = Places(case.project)
    cited = [place for place in case.report.places if place.first is not None]
    for place in cited[:MOST_CITED]:
        file, first = places.file_of(place.file), place.first or 1
        if file is not None:
            yield file, first, max(first, place.last or first), "the report"


def _watched(case: Case, file: str, first: int, last: int, by: str) -> WatchedLines:
    found = sorted(set(_statements(read_text(case.root, file) or "", first, last)))
    return WatchedLines(file, first, last, by, tuple(found[:MOST_STATEMENTS]))


def _statements(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    try:
        tree = parse_module(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return
    for node in ast.walk(tree):
        part = _line_range(node) if isinstance(node, ast.stmt) else None
        if part is None:
            continue
        (begin, end), counted = part
        if begin <= last and end >= first:
            yield counted


def _line_range(node: ast.stmt) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Where it stands, without the statements in it, and which lines tell that it ran."""
    end = node.end_lineno or node.lineno
    body = getattr(node, "body", None)
    if not isinstance(body, list):
        return _without_docstring(node, end)
    begin = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    head = begin, max(begin, body[0].lineno - 1)
    if isinstance(node, _FUNCTIONS):
        inner = next((one for one in body if not _is_docstring(one)), body[0])
        return head, (inner.lineno, inner.end_lineno or inner.lineno)
    # A class and a `try` do nothing of their own, whatever is in them.
    return None if isinstance(node, ast.ClassDef | ast.Try | ast.TryStar) else (head, head)


def _without_docstring(node: ast.stmt, end: int) -> tuple[tuple[int, int], tuple[int, int]] | None:
    return None if _is_docstring(node) else ((node.lineno, end), (node.lineno, end))


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
