"""Put a call around another call."""

from __future__ import annotations

import ast

from seismograd.faults import Edit, Position, Span
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Place


def wrap_call(place: Place, before: str, after: str) -> tuple[Edit, ...]:
    """Two changes that wrap one call conflict, since both edit its closing bracket.

    Raises `CannotWrite`.
    """
    if not isinstance(place.node, ast.Call):
        raise CannotWrite("it is not applied by a call")
    span = place.span
    bracket = Position(span.end.line, span.end.column - 1)
    return (
        Edit(Span(span.file, span.start, span.start), before),
        Edit(Span(span.file, bracket, span.end), f"){after}"),
    )
