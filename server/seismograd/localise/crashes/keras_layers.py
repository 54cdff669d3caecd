"""Layers of Keras by the names that its messages use."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.localise.crashes.failure import Failure
from seismograd.localise.crashes.sources import argument, called_name, constant
from seismograd.traces.events import Place

NUMBERED = re.compile(r"^(.{1,100}?)(?:_(\d{1,6}))?$")


def layer_called(failure: Failure, name: str) -> Place | None:
    """Where a layer is built: from the trace, by its `name=`, or by the number in its name."""
    for layer in failure.summary.parts.layers:
        if layer.built is not None and (layer.name or "").rsplit("/", 1)[-1] == name:
            return layer.built
    for file, call in _calls(failure):
        given = argument(call, None, "name")
        if isinstance(given, ast.Constant) and given.value == name:
            return Place(file, call.lineno)
    return _numbered(failure, name)


def _numbered(failure: Failure, name: str) -> Place | None:
    """`dense_1` is the second Dense that was built; only where all are written out one by one."""
    found = NUMBERED.match(name)
    if found is None:
        return None
    base, number = found.group(1), int(found.group(2) or 0)
    same = [
        Place(file, call.lineno)
        for file, call in _calls(failure)
        if snake_case(called_name(call)) == base
    ]
    return same[number] if number < len(same) else None


def layer_with(
    failure: Failure, kind: str, *wanted: tuple[int, tuple[str, ...], int]
) -> Place | None:
    """The last layer of a type whose arguments (position, names) have these values."""
    found = [
        Place(file, call.lineno)
        for file, call in _calls(failure)
        if called_name(call).startswith(kind)
        and all(_number(argument(call, at, *names)) == value for at, names, value in wanted)
    ]
    return found[-1] if found else None


def _number(node: ast.expr | None) -> int | None:
    if isinstance(node, ast.Tuple | ast.List) and node.elts:
        node = node.elts[0]
    return constant(node)


def _calls(failure: Failure) -> Iterator[tuple[str, ast.Call]]:
    """In the order in which they are written."""
    for file in failure.files:
        calls = sorted(failure.sources.calls(file), key=lambda c: (c.lineno, c.col_offset))
        yield from ((file, call) for call in calls)


def snake_case(name: str) -> str:
    """As Keras makes names of classes."""
    apart = re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", re.sub(r"\W+", "", name))
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", apart).lower()
