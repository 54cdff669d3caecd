"""Put a call around another call."""

from __future__ import annotations

import ast
from typing import NamedTuple

from seismograd.faults import Edit, Position, Span
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Place


class Wrapper(NamedTuple):
    """What to write before and behind a call, and the import that it needs."""

    before: str
    after: str
    edits: tuple[Edit, ...] = ()


def wrap_call(place: Place, wrapper: Wrapper) -> tuple[Edit, ...]:
    """Two changes that wrap one call conflict, since both edit its closing bracket.

    Raises `CannotWrite`.
    """
    if not isinstance(place.node, ast.Call):
        raise CannotWrite("it is not applied by a call")
    span = place.span
    bracket = Position(span.end.line, span.end.column - 1)
    return (
        Edit(Span(span.file, span.start, span.start), wrapper.before),
        Edit(Span(span.file, bracket, span.end), f"){wrapper.after}"),
        *wrapper.edits,
    )
