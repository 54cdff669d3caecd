"""Turn ratios around: `positives / negatives` becomes `negatives / positives`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import Edit
from seismograd.program.contents import parts
from seismograd.source.evaluate.values import ConfigConst, Place, Tensor, Value
from seismograd.source.rewrite import closed_source, replace

DEPTH = 4
"""How many levels of names, lists and calls are looked through."""


def has_ratio(value: Value, place: Place) -> bool:
    return bool(_nearest(value, place))


def inverse_edits(value: Value, place: Place) -> tuple[Edit, ...]:
    """`place`: where the value is used; its ratio may be computed before."""
    return tuple(replace(one, _inverse(one)) for one in _nearest(value, place))


def _nearest(value: Value, place: Place) -> list[Place]:
    """The ratios that the fewest names, lists and calls separate from the place."""
    places, level = [place], [value]
    for _ in range(DEPTH):
        found = {one.span: one for where in places for one in _ratios(where)}
        if found:
            return list(found.values())
        places = [one.place for one in level if one.place and not isinstance(one, ConfigConst)]
        level = [part for one in level for part in _parts(one)]
    return []


def _parts(value: Value) -> Iterator[Value]:
    yield from value.inputs if isinstance(value, Tensor) else parts(value)


def _ratios(place: Place) -> Iterator[Place]:
    """The outermost ones in an expression."""
    pending = [place.node]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            yield Place(place.chunk, node)
        else:
            pending.extend(ast.iter_child_nodes(node))


def _inverse(place: Place) -> str:
    assert isinstance(place.node, ast.BinOp)
    sides = (Place(place.chunk, place.node.right), Place(place.chunk, place.node.left))
    return " / ".join(map(closed_source, sides))
