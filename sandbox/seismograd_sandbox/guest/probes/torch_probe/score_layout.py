"""Where the numbers that a loss is given lie in what the last layer gave.

Views, permutations and functions of single elements stand between the two. Their nodes in the
graph know the sizes before and after, so that an index of the one can be followed to the other
without any number being read.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import dropwhile, islice, takewhile
from typing import Any

from ..graph_nodes import Shape, name_of, shape_of, sources_of

REGROUPING = frozenset({"View", "UnsafeView", "ReshapeAlias"})
SAME_ORDER = REGROUPING | {"Squeeze", "Unsqueeze"}
"""They leave all numbers in their order, and count them off anew."""
ELEMENTWISE = frozenset({
    "Clone", "ToCopy", "Alias", "Mul", "Div", "Add", "Sub", "Neg", "LogSoftmax", "Softmax",
    "Sigmoid", "Log", "Clamp", "Tanh",
})  # fmt: skip
PRODUCTS = frozenset({"Addmm", "Mm"})
"""Of layers whose outputs are their last axis."""
CHANNELS_SECOND = frozenset({"Convolution", "MkldnnConvolution"})
UPSAMPLING = "Upsample"
FAR = 24
"""Nodes between a layer and a loss, at most."""
POSITIONS = 16
"""That are followed: one regrouping does the same to all."""
LARGEST = 1_024
"""Classes, at most: each is followed."""
UNSIGNED = 2**64
"""Negative axes are kept as what is left of it."""


@dataclass
class Layout:
    """The way back from a loss to the layer that made what it is given."""

    sizes: Shape
    """Of what the layer gave."""
    channels: int
    """The axis of its outputs."""
    nodes: list[Any] = field(default_factory=list)
    """That lie between the two, from the loss on."""

    def index_in_layer(self, index: Shape, first: int = 0) -> Shape:
        """Of a number of what the node `first` gave."""
        nodes = self.nodes[first:]
        for node, before in zip(nodes, [*map(shape_of, nodes[1:]), self.sizes]):
            index = _index_before(node, index, before)
        return index


def layout_of(node: Any) -> Layout | None:
    """None where something else stands in between, as a choice of some numbers."""
    nodes: list[Any] = []
    while len(nodes) < FAR:
        sizes, channels = shape_of(node), _channels(node)
        if channels is not None:
            return Layout(sizes, channels, nodes)
        before = _node_before(node, sizes)
        if before is None:
            return None
        nodes.append(node)
        node = before
    return None


def regrouped(layout: Layout, axis: int) -> Any | None:
    """The view after which an axis of the loss is no longer that of the layer's outputs.

    Only where both have the same size, and where it does not go along other axes as a whole, as
    along the pixels of a map in which one is to be found.
    """
    sizes = shape_of(layout.nodes[0]) if layout.nodes else ()
    if axis >= len(sizes) or sizes[axis] != layout.sizes[layout.channels]:
        return None
    if not 1 < sizes[axis] <= LARGEST or _follows_axes(layout, axis):
        return None
    return _view_that_loses(layout)


def swapping_view(layout: Layout) -> tuple[Shape, Shape, Any] | None:
    """The sizes before and after the last views of all, and the last one.

    Several in a row are as good as one: what one does, the next may take back.
    """
    nodes = list(dropwhile(lambda one: name_of(one) not in REGROUPING, layout.nodes))
    run = list(takewhile(lambda one: name_of(one) in SAME_ORDER, nodes))
    if not run:
        return None
    before = shape_of(nodes[len(run)]) if len(run) < len(nodes) else layout.sizes
    return before, shape_of(run[0]), run[0]


def _channels(node: Any) -> int | None:
    """The axis of the outputs, where a node is that of a layer.

    A dense layer puts the axes of a sequence together before it multiplies, and apart after it.
    """
    name, sizes, sources = name_of(node), shape_of(node), sources_of(node)
    if name in CHANNELS_SECOND or name.startswith(UPSAMPLING):
        return 1 if len(sizes) > 2 else None
    if name in PRODUCTS:
        return 1 if len(sizes) == 2 else None
    if name not in REGROUPING or not sizes or not sources or name_of(sources[0][0]) not in PRODUCTS:
        return None
    keeps_outputs = sizes[-1:] == shape_of(*sources[0])[-1:]
    return len(sizes) - 1 if keeps_outputs else None


def _node_before(node: Any, sizes: Shape) -> Any | None:
    """The one that it was given; None where there are several, or it does something else."""
    name = name_of(node)
    sources = [one for one, at in sources_of(node) if not at]
    if name in SAME_ORDER or name in ("Permute", "Transpose", "T"):
        fitting = [one for one in sources if math.prod(shape_of(one)) == math.prod(sizes)]
    elif name in ELEMENTWISE:
        fitting = [one for one in sources if shape_of(one) == sizes]
        sources = fitting  # weights and single numbers may join
    else:
        return None
    return fitting[0] if len(fitting) == len(sources) == 1 and shape_of(fitting[0]) else None


def _index_before(node: Any, index: Shape, before: Shape) -> Shape:
    name, sizes = name_of(node), shape_of(node)
    if name in SAME_ORDER:
        return _split(_joined(index, sizes), before)
    if name in ELEMENTWISE:
        return index
    axes = _axes(node, len(before))
    return tuple(index[axes.index(axis)] for axis in range(len(before)))


def _axes(node: Any, count: int) -> list[int]:
    """Which axis of what was given each axis is."""
    if name_of(node) == "Permute":
        return [_axis(one, count) for one in node._saved_dims]
    axes = list(range(count))
    if name_of(node) == "T":
        return axes[::-1]
    first, second = (_axis(one, count) for one in (node._saved_dim0, node._saved_dim1))
    axes[first], axes[second] = axes[second], axes[first]
    return axes


def _axis(saved: int, count: int) -> int:
    return int(saved - UNSIGNED if saved >= UNSIGNED // 2 else saved) % count


def _joined(index: Shape, sizes: Shape) -> int:
    place = 0
    for at, size in zip(index, sizes):
        place = place * size + at
    return place


def _split(place: int, sizes: Shape) -> Shape:
    index = []
    for size in reversed(sizes):
        place, at = divmod(place, size)
        index.append(at)
    return tuple(reversed(index))


def _follows_axes(layout: Layout, axis: int, first: int = 0) -> bool:
    """Whether going along it is, everywhere, going along whole axes of what the layer gave."""
    return all(_is_whole(walk, layout.sizes) for walk in _walks(layout, axis, first))


def _is_whole(walk: list[Shape], sizes: Shape) -> bool:
    moved = [at for at, size in enumerate(sizes) if len({index[at] for index in walk}) > 1]
    return math.prod(sizes[at] for at in moved) == len(set(walk))


def _walks(layout: Layout, axis: int, first: int) -> Iterator[list[Shape]]:
    """Along an axis of what the node `first` gave, from places all over the others."""
    sizes = shape_of(layout.nodes[first])
    others = (*sizes[:axis], *sizes[axis + 1 :])
    count = math.prod(others)
    for place in islice(range(0, count, max(1, count // POSITIONS)), POSITIONS):
        rest = _split(place, others)
        index = [(*rest[:axis], at, *rest[axis:]) for at in range(sizes[axis])]
        yield [layout.index_in_layer(one, first) for one in index]


def _view_that_loses(layout: Layout) -> Any | None:
    """The last that is given the outputs of the layer as an axis; nothing brings them back."""
    kept = (at for at in range(1, len(layout.nodes)) if _has_outputs(layout, at))
    node = layout.nodes[next(kept, len(layout.nodes)) - 1]
    return node if name_of(node) in REGROUPING else None


def _has_outputs(layout: Layout, first: int) -> bool:
    sizes = shape_of(layout.nodes[first])
    count = layout.sizes[layout.channels]
    return any(
        size == count and _goes_along(layout, axis, first) for axis, size in enumerate(sizes)
    )


def _goes_along(layout: Layout, axis: int, first: int) -> bool:
    """Whether it is the axis of the outputs."""
    at = layout.channels
    walks = _walks(layout, axis, first)
    return all(len({(*one[:at], *one[at + 1 :]) for one in walk}) == 1 for walk in walks)
