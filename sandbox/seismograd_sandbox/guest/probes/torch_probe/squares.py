"""Values of all pairs of examples that a loss is the mean or the sum of, as its graph shows them.

A product of a column (n, 1) and a row (n,) is a square (n, n). Where pairs are meant, the square
meets something else that has a value for each pair, or is gone through row by row. Where it is a
mistake, it goes element by element to a mean or a sum over everything.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from ..graph_nodes import Shape, name_of, nodes_before, shape_of, sources_of

FEWEST = 4
"""Examples in a batch: fewer are too easily as many as something else."""
MOST_NODES = 128
"""Of a graph, from the loss on."""
STRAIGHT = frozenset({"Neg", "Rsub", "ToCopy", "Clone", "Alias"})
"""Of one tensor. Sums that nothing but these follow have the mean that they should have."""
ALONE = STRAIGHT | frozenset({
    "Abs", "Clamp", "ClampMin", "ClampMax", "Elu", "Exp", "Expm1", "Gelu", "LeakyRelu", "Log",
    "Log1P", "LogSigmoid", "Pow", "Reciprocal", "Relu", "Rsqrt", "Sigmoid", "Silu", "Softplus",
    "Sqrt", "Tanh",
})  # fmt: skip
SUMS = frozenset({"Add", "Sub"})
TOGETHER = SUMS | frozenset({"Mul", "Div", "Where", "Maximum", "Minimum"})
LINEAR = SUMS | {"Mul"}
SCALED = frozenset({"Mul", "Div", "Maximum", "Minimum"})
LOSSES = frozenset({"MseLoss", "SmoothL1Loss", "HuberLoss"})


@dataclass
class Square:
    """All operations on the way from where pairs come up to where they are added up."""

    shape: Shape
    born: list[Any] = field(default_factory=list)
    """Operations that make pairs of what is learned and smaller."""
    with_constant: list[Any] = field(default_factory=list)
    """Operations of pairs and something that is not learned, which a graph does not tell of."""
    together: list[Any] = field(default_factory=list)
    bends: bool = False
    is_shifted: bool = False
    """Whether all of it is taken from a number: as the margin of a ranking has it."""


def is_square(shape: Shape) -> bool:
    """Also of images or rows, where no other size is that of the batch."""
    return len(shape) > 1 and FEWEST <= shape[0] == shape[1] and shape[0] not in shape[2:]


def comes_apart(square: Square) -> bool:
    """Whether it is made of products, and nothing in it needs the pairs.

    The mean over all pairs of a product is the product of two means: nobody computes pairs for
    that, not even where the script makes a column of a row.
    """
    names = {name_of(node) for node in square.together}
    of_products = {name_of(node) for node in square.born} <= {"Mul", "Div"}
    is_plain = names <= LINEAR or (names <= SCALED and not square.is_shifted)
    return len(square.shape) == 2 and of_products and is_plain and not square.bends


def column_of(square: Shape) -> Shape:
    return (square[0], 1, *square[2:])


def row_of(square: Shape) -> Shape:
    return square[1:]


def squares_in(root: Any) -> list[Square]:
    """Those that a loss is made of, and that may be mistakes."""
    waiting, seen, found = deque([root]), {root}, []
    for _ in range(MOST_NODES):
        if not waiting:
            break
        node = waiting.popleft()
        square = _reduced(node)
        if square is not None:
            found.append(square)
        elif len(shape_of(node)) < 2 and name_of(node) in ALONE | TOGETHER:
            fresh = [before for before in nodes_before(node) if before not in seen]
            waiting += fresh
            seen.update(fresh)
    return [square for square in found if square.born]


def _reduced(node: Any) -> Square | None:
    """What is added up here, where it is a square."""
    name, inner = name_of(node), sources_of(node)
    if shape_of(node) or len(inner) != 1 or name not in LOSSES | {"Mean", "Sum"}:
        return None
    shape = shape_of(*inner[0])
    if not is_square(shape) or (name in LOSSES and not _is_stretched(node)):
        return None
    square = Square(shape, bends=name in LOSSES)
    return square if _gather(square, inner[0][0]) else None


def _is_stretched(node: Any) -> bool:
    """Whether the target of a loss function has no value of its own for each pair."""
    target = getattr(node, "_saved_target", None)
    return target is not None and 0 in target.stride()


def _gather(square: Square, first: Any) -> bool:
    """Go back to where the pairs come up; false where that is no matter of single elements."""
    nodes = [first]
    for node in nodes:  # which grows meanwhile
        name, inner = name_of(node), sources_of(node)
        if len(nodes) > MOST_NODES or name not in ALONE | TOGETHER:
            return False
        whole = [before for before, at in inner if shape_of(before, at) == square.shape]
        square.bends = square.bends or name in ALONE - STRAIGHT
        square.is_shifted = square.is_shifted or name == "Rsub"
        if name in TOGETHER:
            _sort(square, node, bool(whole))
        elif not whole:
            return False
        nodes += [before for before in whole if before not in nodes]
    return True


def _sort(square: Square, node: Any, has_pairs: bool) -> None:
    square.together.append(node)
    if not has_pairs:
        square.born.append(node)
    elif len(sources_of(node)) < 2:
        square.with_constant.append(node)
