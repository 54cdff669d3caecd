"""What is told of departures, and on which line of a script that was written anew."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from seismograd.reproduce.candidate import Departure

DEPARTS = (
    "What the script shows depends on something that neither the report nor the project's own use "
    "has. Use what the report says, or what the project does by itself; if the symptom is then "
    "gone, the code shown handles what was reported, and you may say so."
)


def feedback_on(departures: Sequence[Departure]) -> str:
    return "\n".join([DEPARTS, *(f"- {describe(one)}" for one in departures)])


def describe(departure: Departure) -> str:
    instead = f"; with {departure.instead} the symptom is gone" if departure.instead else ""
    return f"line {departure.line}: {departure.what}{instead}"


def code_of(source: str) -> str:
    return "\n".join(ast.dump(one) for one in _body(source))


def moved_to(departure: Departure, before: str, after: str) -> Departure:
    """On the line of the other script that has the same code."""
    lines = dict(zip(_lines(before), _lines(after), strict=False))
    return replace(departure, line=lines.get(departure.line, departure.line))


def _lines(source: str) -> Iterator[int]:
    for statement in _body(source):
        for node in ast.walk(statement):
            if isinstance(node, ast.stmt | ast.expr):
                yield node.lineno


def _body(source: str) -> list[ast.stmt]:
    """Without the words at the top."""
    body = ast.parse(source).body
    first = body[0] if body else None
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return body[1:] if is_text else body
