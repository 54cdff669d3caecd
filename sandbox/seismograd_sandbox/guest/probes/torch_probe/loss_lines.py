"""The line that computes what a backward pass begins with: a graph tells no lines."""

from __future__ import annotations

import ast
import linecache
from types import FrameType

PASSING = frozenset({"backward", "manual_backward", "scale", "mean", "sum"})
"""Calls on the line of a backward pass that are not yet the formula of a loss."""


def line_of_loss(frame: FrameType) -> int:
    """Where a name on the line of the backward pass was set last; else that line itself."""
    lines = linecache.getlines(frame.f_code.co_filename, frame.f_globals)
    try:
        nodes = list(ast.walk(ast.parse("".join(lines))))
    except (SyntaxError, ValueError):
        return frame.f_lineno
    here = [one for one in nodes if getattr(one, "lineno", None) == frame.f_lineno]
    names = {one.id for one in here if isinstance(one, ast.Name)}
    if not all(_called(one) in PASSING for one in here if isinstance(one, ast.Call)):
        return frame.f_lineno
    first = frame.f_code.co_firstlineno  # of the function: what is above belongs to another
    made = [one.lineno for one in nodes if isinstance(one, ast.Assign) and _makes(one, names)]
    return max((one for one in made if first <= one < frame.f_lineno), default=frame.f_lineno)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _makes(assignment: ast.Assign, names: set[str]) -> bool:
    """Not where it only changes what a name holds already, as in `loss = loss / 4`."""
    made = {name for target in assignment.targets for name in _names(target)}
    return bool(made & names) and not made & _names(assignment.value)


def _names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
