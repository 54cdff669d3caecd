"""Folders beside the root that a script needs on `sys.path`, put there if nobody did."""

from __future__ import annotations

import ast

from seismograd.reproduce.context.project_view import ProjectView
from seismograd.source.shallow_parse import parse_module


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
