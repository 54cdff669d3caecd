"""The tensors that a backward pass will give a gradient: the leaves of its graph (PyTorch)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from .graph_nodes import LEAF

INPUTS = {"AddmmBackward0": 1, "LinearBackward0": 0, "ConvolutionBackward0": 0}
"""Where a layer takes its input, among what such a node was computed from."""
SHAPES = (
    "View", "UnsafeView", "ReshapeAlias", "Unsqueeze", "Squeeze", "Cat", "Stack", "Slice",
    "Select", "Expand", "Permute", "Transpose", "T", "Clone", "ToCopy", "Index", "Alias",
)  # fmt: skip
"""Names of operations that hand on values as they are."""


def leaves_of(roots: list[Any], most: int) -> list[Any]:
    """Without those that a layer takes as its input, and without what lies behind `most` nodes."""
    inputs: set[int] = set()
    found: dict[int, Any] = {}
    for node, is_input in _walk(roots, most):
        if node.name().rpartition("::")[2] == LEAF:
            found[id(node.variable)] = node.variable
            if is_input:
                inputs.add(id(node.variable))
    return [leaf for number, leaf in found.items() if number not in inputs]


def _walk(roots: list[Any], most: int) -> Iterator[tuple[Any, bool]]:
    """From the losses on: each node, and whether a layer takes what it gave as it is."""
    waiting = deque((root.grad_fn, False) for root in roots if root.grad_fn is not None)
    known = set(waiting)
    for _ in range(most):
        if not waiting:
            return
        node, is_input = waiting.popleft()
        yield node, is_input
        for edge in _edges(node, is_input):
            if edge not in known:
                known.add(edge)
                waiting.append(edge)


def _edges(node: Any, is_input: bool) -> Iterator[tuple[Any, bool]]:
    name = node.name()
    goes_on = is_input and name.partition("Backward")[0] in SHAPES
    taken_at = INPUTS.get(name)
    for at, (before, _) in enumerate(node.next_functions):
        if before is not None:
            yield before, goes_on or at == taken_at
