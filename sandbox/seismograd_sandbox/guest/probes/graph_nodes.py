"""Nodes of a graph that gradients go back through: which operation each is, and what it was given.

Only what is learned is part of a graph: data and constants that an operation was given are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

LEAF = "AccumulateGrad"
"""The name of the node of a parameter."""
Shape = tuple[int, ...]
Source = tuple[Any, int]
"""An operation, and which of its results."""


def name_of(node: Any) -> str:
    """Without what all of them end in: `Mul` for `MulBackward0`."""
    return type(node).__name__.partition("Backward")[0]


def sources_of(node: Any) -> list[Source]:
    return [(before, at) for before, at in node.next_functions if before is not None]


def nodes_before(node: Any) -> list[Any]:
    return [before for before, _ in sources_of(node)]


def shape_of(node: Any, at: int = 0) -> Shape:
    """Of what an operation gave; empty where this version of PyTorch does not tell."""
    told = getattr(node, "_input_metadata", ())
    return tuple(int(size) for size in told[at].shape) if at < len(told) else ()


def nodes_from(node: Any) -> Iterator[Any]:
    """It and all nodes behind it, each once, the nearest first."""
    nodes, known = [node], {node}
    for one in nodes:  # which grows meanwhile
        yield one
        fresh = [before for before in dict.fromkeys(nodes_before(one)) if before not in known]
        known.update(fresh)
        nodes += fresh
