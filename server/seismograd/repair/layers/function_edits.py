"""Call another function on the same input, whose text is left alone: it may be edited as well."""

from __future__ import annotations

import ast

from seismograd.faults import Edit, Position, Span
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Place


def other_function(place: Place, name: str, arguments: str) -> tuple[Edit, ...]:
    """`arguments`: those behind the input, instead of what is there. Raises `CannotWrite`."""
    call = place.node
    if not isinstance(call, ast.Call) or not call.args:
        raise CannotWrite("it is not certain what goes into it")
    renamed = Edit(place.chunk.span(call.func), name)
    end = _before(place.span.end, 1)
    if len(call.args) == 1 and not call.keywords:
        added = Edit(Span(place.span.file, end, end), f", {arguments}")
        return (renamed, added) if arguments else (renamed,)
    tail = Span(place.span.file, _comma(place, call), end)
    return (renamed, Edit(tail, f", {arguments}" if arguments else ""))


def other_method(place: Place, name: str, arguments: str) -> tuple[Edit, ...]:
    """Of the same object. Raises `CannotWrite`."""
    call = place.node
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        raise CannotWrite("it is not called as a method")
    start = _before(place.chunk.span(call.func).end, len(call.func.attr))
    return (Edit(Span(place.span.file, start, place.span.end), f"{name}({arguments})"),)


def _comma(place: Place, call: ast.Call) -> Position:
    """Behind the first argument, which may stand in brackets."""
    others = [*call.args[1:], *(one.value for one in call.keywords)]
    start = place.chunk.span(call.args[0]).end
    first = min(place.chunk.span(one).start for one in others)
    between = place.chunk.document.slice(Span(place.span.file, start, first))
    if "\n" in between or "," not in between:
        raise CannotWrite("its arguments stand on several lines")
    return Position(start.line, start.column + between.index(","))


def _before(position: Position, count: int) -> Position:
    return Position(position.line, position.column - count)
