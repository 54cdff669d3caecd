"""Whether the examples of a batch are apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .tried_network import Answer, TriedNetwork, differs, kind_of

ATTENTION = "multiheadattention"


def independent_examples(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether an example has the same output when the others of its batch are other ones."""
    pairs = _shared_axes(network.batch, plain)
    if not pairs or not network.varied or network.uses_batch_statistics:
        return None  # one batch that never changes may be a graph, whose rows belong together
    layer = None
    for axes in pairs:
        mixing = [mixing_layer(network, plain, axes, row) for row in (0, -1)]
        if None in mixing:
            return None
        if not any(one.found for one in mixing if one):
            return Answer(True)
        layer = layer or next((one.layer for one in mixing if one and one.layer), None)
    return Answer(False, layer)


def examples_apart_inside(network: TriedNetwork, plain: Any) -> Answer | None:
    """Told where a layer mixes examples without an effect on their answers.

    Attention over the examples looks like this where answers are taken at a position that is the
    same in all of them.
    """
    batch = network.batch
    takes_order_first = any(_takes_order_first(part) for part in network.layers)
    if not takes_order_first or not network.varied or network.uses_batch_statistics:
        return None
    if plain.ndim > 2 or len(plain) != len(batch) or len(batch) in batch.shape[1:2]:
        return None
    alike = batch.take([0] * len(batch), axis=0)
    if independent_examples(network, plain) != Answer(True):
        return None
    before, after = network.answers_of_layers(batch), network.answers_of_layers(alike)
    layer = _first_changed(before, after, len(batch), 0)
    return None if layer is None else Answer(False, layer)


def _takes_order_first(part: Any) -> bool:
    return kind_of(part) == ATTENTION and getattr(part, "batch_first", True) is False


@dataclass
class Mixing:
    found: bool
    layer: Any = None


def mixing_layer(
    network: TriedNetwork, plain: Any, axes: tuple[int, int], row: int
) -> Mixing | None:
    """Whether the output for an example changes when all others become like it."""
    batch, (axis, out_axis) = network.batch, axes
    count = batch.shape[axis]
    alike = batch.take([row % count] * count, axis=axis)
    other = network.answer_to_other(alike, plain)
    if other is None:
        return None
    if not differs(plain.take(row, axis=out_axis), other.take(row, axis=out_axis), plain):
        return Mixing(False)
    before, after = network.answers_of_layers(batch), network.answers_of_layers(alike)
    return Mixing(True, _first_changed(before, after, count, row))


def _first_changed(before: list[Any], after: list[Any], count: int, row: int) -> Any:
    """The first layer whose output for an example has changed."""
    for (layer, made), (_, other) in zip(before, after):
        if made.shape != other.shape:
            return None
        axes = [axis for axis in range(min(2, made.ndim)) if made.shape[axis] == count]
        rows = [(made.take(row, axis=axis), other.take(row, axis=axis)) for axis in axes]
        if rows and all(differs(first, second, made) for first, second in rows):
            return layer
    return None


def _shared_axes(batch: Any, output: Any) -> list[tuple[int, int]]:
    """Axes that may count the examples, in the input and in the output."""
    return [
        (axis, out_axis)
        for axis in range(min(2, batch.ndim))
        for out_axis in range(min(2, output.ndim))
        if batch.shape[axis] == output.shape[out_axis] > 1
    ]
