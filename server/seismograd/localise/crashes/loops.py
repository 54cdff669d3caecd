"""The loop around a line, and what is carried from one iteration to the next."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from seismograd.localise.crashes.bindings import Binding, bindings_of, statements
from seismograd.localise.crashes.failure import Failure, place_of
from seismograd.localise.crashes.sources import Function
from seismograd.traces.events import Frame

Loop = ast.For | ast.While | ast.AsyncFor


def body_around(failure: Failure, frame: Frame) -> ast.Module | Function | None:
    return failure.sources.function_at(place_of(frame)) or failure.sources.tree(frame.file)


def statement_of(failure: Failure, frame: Frame) -> ast.stmt | None:
    """The simple statement that a frame is in."""
    body, line = body_around(failure, frame), frame.line or 0
    for part in statements(body) if body is not None else ():
        if not isinstance(part, ast.stmt) or hasattr(part, "body"):
            continue
        if part.lineno <= line <= (part.end_lineno or 0):
            return part
    return None


def loops_around(failure: Failure, frame: Frame) -> list[Loop]:
    """Outermost first."""
    body, line = body_around(failure, frame), frame.line or 0
    return [
        part
        for part in (statements(body) if body is not None else ())
        if isinstance(part, Loop) and part.lineno < line <= (part.end_lineno or 0)
    ]


def carried(failure: Failure, frame: Frame, name: str) -> int | None:
    """The line that sets a name in a loop from its own value of the iteration before."""
    loops, body = loops_around(failure, frame), body_around(failure, frame)
    if body is None or "." in name:
        return None
    bindings = bindings_of(body, name)
    found = (_carried_in(loop, name, bindings) for loop in loops)
    return next((line for line in found if line is not None), None)


def _carried_in(loop: Loop, name: str, bindings: Sequence[Binding]) -> int | None:
    lines = [binding.line for binding in bindings if _is_in(loop, binding.line)]
    first_read = _first_read(loop, name)
    if not lines or first_read is None or first_read > min(lines):
        return None
    return max(lines)


def set_before_loop(failure: Failure, frame: Frame, name: str) -> int | None:
    """The line that sets a name once, before the loop that uses it."""
    loops, body = loops_around(failure, frame), body_around(failure, frame)
    if not loops or body is None:
        return None
    loop = loops[0]
    lines = [binding.line for binding in bindings_of(body, name)]
    if not lines or any(_is_in(loop, line) for line in lines) or _first_read(loop, name) is None:
        return None
    before = [line for line in lines if line < loop.lineno]
    return max(before) if before else None


def _is_in(loop: Loop, line: int) -> bool:
    return loop.lineno <= line <= (loop.end_lineno or 0)


def _first_read(loop: Loop, name: str) -> int | None:
    lines = [
        node.lineno
        for node in ast.walk(loop)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
    ]
    return min(lines, default=None)
