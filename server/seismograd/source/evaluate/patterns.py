"""The patterns of `match` statements."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from seismograd.source.evaluate.frames import Frame
from seismograd.source.evaluate.values import Const, Place, Unknown, Value

if TYPE_CHECKING:
    from seismograd.source.evaluate.interpreter import Interpreter


def fits(run: Interpreter, pattern: ast.pattern, subject: Value, frame: Frame) -> bool | None:
    """Whether a value matches a pattern; None where that is not known."""
    if isinstance(pattern, ast.MatchAs):
        return True if pattern.pattern is None else fits(run, pattern.pattern, subject, frame)
    if isinstance(pattern, ast.MatchOr):
        answers = [fits(run, option, subject, frame) for option in pattern.patterns]
        if True in answers:
            return True
        return None if None in answers else False
    if not isinstance(subject, Const):
        return None
    if isinstance(pattern, ast.MatchSingleton):
        return subject.value is pattern.value
    if isinstance(pattern, ast.MatchValue):
        wanted = run.evaluate(pattern.value, frame)
        return wanted.value == subject.value if isinstance(wanted, Const) else None
    return None


def bind(run: Interpreter, pattern: ast.pattern, subject: Value, frame: Frame) -> None:
    """Give the names in a pattern their values, as far as they are known."""
    if isinstance(pattern, ast.MatchAs) and pattern.name is not None:
        run.assign(frame, pattern.name, subject)
    for inner in ast.walk(pattern):
        name = getattr(inner, "rest", None) or getattr(inner, "name", None)
        if inner is not pattern and isinstance(name, str):
            run.assign(frame, name, Unknown(Place(frame.chunk, inner), name))
