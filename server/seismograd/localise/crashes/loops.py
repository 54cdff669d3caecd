"""The loop around a line, and what is carried from one iteration to the next."""

from __future__ import annotations

import ast

from seismograd.localise.crashes.bindings import bindings_of, statements
from seismograd.localise.crashes.failure import Failure, place_of
from seismograd.localise.crashes.sources import Function
from seismograd.traces.events import Frame

Loop = ast.For | ast.While | ast.AsyncFor


def body_around(failure: Failure, frame: Frame) -> ast.Module | Function | None:
    return failure.sources.function_at(place_of(frame)) or failure.sources.tree(frame.file)


def loop_around(failure: Failure, frame: Frame) -> Loop | None:
    """The innermost one."""
    body, line = body_around(failure, frame), frame.line or 0
    found: Loop | None = None
    for part in statements(body) if body is not None else ():
        if isinstance(part, Loop) and part.lineno < line <= (part.end_lineno or 0):
            found = part
    return found


def outermost_loop(failure: Failure, frame: Frame) -> Loop | None:
    body, line = body_around(failure, frame), frame.line or 0
    for part in statements(body) if body is not None else ():
        if isinstance(part, Loop) and part.lineno < line <= (part.end_lineno or 0):
            return part
    return None


def carried(failure: Failure, frame: Frame, name: str) -> int | None:
    """The line that sets a name in the loop from its own value of the iteration before."""
    loop, body = outermost_loop(failure, frame), body_around(failure, frame)
    if loop is None or body is None or "." in name:
        return None
    inside = [b for b in bindings_of(body, name) if _is_in(loop, b.line)]
    if not inside:
        return None
    first_read = _first_read(loop, name)
    first_set = min(binding.line for binding in inside)
    if first_read is None or first_read > first_set:
        return None
    return max(binding.line for binding in inside)


def set_before_loop(failure: Failure, frame: Frame, name: str) -> int | None:
    """The line that sets a name once, before the loop that uses it."""
    loop, body = outermost_loop(failure, frame), body_around(failure, frame)
    if loop is None or body is None:
        return None
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
