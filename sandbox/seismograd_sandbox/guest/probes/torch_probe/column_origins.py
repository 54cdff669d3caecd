"""Where a column (n, 1) of something learned comes from: from a layer, or from a row on purpose."""

from __future__ import annotations

from itertools import islice
from typing import Any

from ..graph_nodes import LEAF, Shape, Source, name_of, nodes_from, shape_of, sources_of
from .squares import ALONE, SUMS, TOGETHER

PRODUCTS = frozenset({"Addmm", "Mm", "Bmm", "Baddbmm"})
NATURAL = PRODUCTS | frozenset({
    "Gather", "Cat", "Stack", "Split", "SplitWithSizes", "UnsafeSplit", "Index", "IndexSelect",
    "Embedding", "Convolution", "MkldnnConvolution", "NativeBatchNorm", "NativeLayerNorm",
})  # fmt: skip
"""They give a column where data or a layer have one; nobody writes them to compare all pairs."""
ON_THE_WAY = ALONE | TOGETHER | {"NativeDropout"}
RESHAPES = frozenset({"View", "UnsafeView", "ReshapeAlias"})
FLATTENED = RESHAPES | {"Squeeze", "Select"}
MOST_NODES = 64
MOST_LEAVES = 1_000


def sources_of_column(node: Any, at: int = 0) -> set[Source] | None:
    """The operations that made a column; None where it may have been made on purpose."""
    waiting: list[Source] = [(node, at)]
    found: set[Source] = set()
    for one in waiting:  # which grows meanwhile
        inner = _same_inner(*one)
        if len(waiting) > MOST_NODES:
            return None
        if _is_natural(*one):
            found.add(one)
        elif inner:
            waiting += [before for before in inner if before not in waiting]
        else:
            return None
    return found


def sources_of_row(node: Any, at: int = 0) -> set[Source] | None:
    """The operations that made a row; None where it is a weight, which belongs to no example."""
    waiting: list[Source] = [(node, at)]
    found: set[Source] = set()
    for one in waiting:
        if len(waiting) > MOST_NODES or name_of(one[0]) == LEAF:
            return None
        if name_of(one[0]) in FLATTENED:
            waiting += [before for before in sources_of(one[0]) if before not in waiting]
            continue
        inner = _same_inner(*one) if name_of(one[0]) in ON_THE_WAY else [one]
        if not inner:
            return None
        found.update(before for before in inner if before == one)
        waiting += [before for before in inner if before not in waiting]
    return found


def are_pairs_of_answers(name: str, column: Any, row: Any) -> bool:
    """Whether one network gave both sides of a difference: a ranking compares its answers."""
    return name in SUMS and bool(_leaves(column) & _leaves(row))


def _same_inner(node: Any, at: int) -> list[Source]:
    """What an operation of single elements was given that has the shape of what it gave."""
    shape = shape_of(node, at)
    if name_of(node) == "Slice":
        return [one for one in sources_of(node) if shape_of(*one)[1:] == shape[1:]]
    if name_of(node) not in ON_THE_WAY:
        return []
    return [one for one in sources_of(node) if shape_of(*one) == shape]


def _is_natural(node: Any, at: int) -> bool:
    name, inner = name_of(node), sources_of(node)
    if name == "Slice":
        return bool(inner) and _is_part(shape_of(node, at), shape_of(*inner[0]))
    if name in RESHAPES:  # as layers do it around a product
        return len(inner) == 1 and name_of(inner[0][0]) in PRODUCTS
    return name in NATURAL


def _is_part(column: Shape, whole: Shape) -> bool:
    """Whether it is one of several columns."""
    return len(whole) == len(column) and whole[0] == column[0] and whole[1] > 1


def _leaves(node: Any) -> set[Any]:
    return {one for one in islice(nodes_from(node), MOST_LEAVES) if name_of(one) == LEAF}
