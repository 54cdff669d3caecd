"""Put a call around another call."""

from __future__ import annotations

import ast
from typing import NamedTuple

from seismograd.faults import Edit, Position, Span
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import TENSOR_METHODS, source_of


class Wrapper(NamedTuple):
    """What to write before and behind a call, and the import that it needs."""

    before: str
    after: str
    edits: tuple[Edit, ...] = ()


def applied_again(call: Call) -> Wrapper:
    """What applies the same function, method or layer to something else. Raises `CannotWrite`."""
    node, chunk = call.place.node, call.place.chunk
    if not isinstance(node, ast.Call):
        raise CannotWrite("it is not applied by a call")
    is_method = call.path.startswith(TENSOR_METHODS) and isinstance(node.func, ast.Attribute)
    given = [*(node.args if is_method else node.args[1:]), *node.keywords]
    rest = [chunk.document.slice(chunk.span(one)) for one in given]
    if is_method:
        return Wrapper("", f".{call.method}({', '.join(rest)})")
    return Wrapper(
        f"{source_of(Place(chunk, node.func))}(", f"{''.join(f', {one}' for one in rest)})"
    )


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
