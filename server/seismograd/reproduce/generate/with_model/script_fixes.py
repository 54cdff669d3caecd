"""What is put right in a script before anybody looks at it: switches must be plain constants, and
folders beside the root need to be on `sys.path`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import ProjectView
from seismograd.source.shallow_parse import parse_module


def without_annotations(script: str) -> str:
    """`BATCH: int = 4` at the top level is a constant as well."""
    try:
        body = parse_module(script).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return script
    lines = script.split("\n")
    for statement, text in reversed(list(_plain_constants(body))):
        lines = _replaced(lines, statement, text)
    return "\n".join(lines)


def _plain_constants(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    for one in body:
        match one:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield one, f"{name} = {ast.unparse(value)}"


def _replaced(lines: list[str], statement: ast.stmt, text: str) -> list[str]:
    """A statement that begins its line; else nothing is changed."""
    first, last = statement.lineno - 1, (statement.end_lineno or statement.lineno) - 1
    if lines[first].encode()[: statement.col_offset].strip():
        return lines
    after = lines[last].encode()[statement.end_col_offset or 0 :].decode()
    return [*lines[:first], f"{text}{after}", *lines[last + 1 :]]


def path_line(project: ProjectView) -> str:
    """The line that a script needs; "" where the root is enough."""
    others = [folder for folder in project.search_path if folder != "."]
    return f"sys.path[:0] = {others!r}" if others else ""


def with_paths(script: str, project: ProjectView) -> str:
    """The script as it is where it sees to it itself, or does not parse."""
    line = path_line(project)
    if not line or "sys.path" in script:
        return script
    try:
        body = parse_module(script).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return script
    lines = script.splitlines()
    before = _end_of_opening(body)
    return "\n".join([*lines[:before], "import sys", "", line, *lines[before:]]) + "\n"


def _end_of_opening(body: list[ast.stmt]) -> int:
    """The number of the last line of a docstring and of imports from the future."""
    last = 0
    for number, statement in enumerate(body):
        match statement:
            case ast.Expr(value=ast.Constant(value=str())) if number == 0:
                last = statement.end_lineno or 0
            case ast.ImportFrom(module="__future__"):
                last = statement.end_lineno or 0
            case _:
                return last
    return last
