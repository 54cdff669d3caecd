"""Questions to a trained network, once the script is over: a few calls, one batch.

What a network computes for an example must not depend on the others of its batch; a network for
sequences or images should notice when their order is lost; and one that predicts the next token
must not see it. Several layers without a function between them are as good as one.

Every framework is asked the same: batches and answers are arrays of NumPy here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

MOST_NUMBERS = 4_000_000
"""Of a batch that is kept: it stays in memory until the script is over."""
SAME = 1e-3
"""Of the spread of the output: rounding stays far below it."""
FEWEST_POSITIONS = 4
ATTENTION = ("attention", "transformer")
CONVOLUTIONS = ("conv1d", "conv2d", "conv3d")
LINEAR = ("linear", "dense", *CONVOLUTIONS)
FEWEST_EXAMPLES = 8
RECONSTRUCTED = 0.05
"""Of the differences between inputs, in the outputs: 0.8 and more in healthy autoencoders, also
variational ones, and 0.0002 in those that have collapsed."""
SHIFTED = 0.95
"""Of all tokens that are followed by their own target: the rest may be padding."""


class TriedNetwork(ABC):
    """A network with a batch that it was trained on."""

    batch: Any
    target: Any = None
    """Class indices that the batch was compared with, where they are known."""
    varied: bool
    """Whether another call was given something else."""
    reconstructs: bool = False
    """Whether the loss compares with what the network was given."""
    layers: list[Any]
    """The network's parts."""
    channels_last: bool
    """Whether the layers that convolve want their channels in the last axis."""
    uses_batch_statistics: bool

    @abstractmethod
    def answer(self, batch: Any) -> Any:
        """With the same random numbers every time; None where the network takes something else."""

    @abstractmethod
    def answers_of_layers(self, batch: Any) -> list[tuple[Any, Any]]:
        """What each layer gives back meanwhile, in the order of the calls."""

    def last_layer_without_gradient(self) -> Any:
        """That the answer depends on; None where gradients reach all, or this cannot be told."""
        return None


@dataclass
class Answer:
    holds: bool
    layer: Any = None
    """The part of the network that it comes from, where that is known."""


def ask_all(network: TriedNetwork) -> Iterator[tuple[str, Answer]]:
    """Every question that has an answer, by its name."""
    plain = network.answer(network.batch)
    if plain is None or differs(plain, network.answer(network.batch), plain):
        return  # it keeps something from call to call
    for name, question in QUESTIONS.items():
        answer = question(network, plain)
        if answer is not None:
            yield name, answer


def independent_examples(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether an example has the same output when the others of its batch are other ones."""
    pairs = _shared_axes(network.batch, plain)
    if not pairs or not network.varied or network.uses_batch_statistics:
        return None  # one batch that never changes may be a graph, whose rows belong together
    layer = None
    for axes in pairs:
        mixing = [_mixing_layer(network, plain, axes, row) for row in (0, -1)]
        if None in mixing:
            return None
        if not any(one.found for one in mixing if one):
            return Answer(True)
        layer = layer or next((one.layer for one in mixing if one and one.layer), None)
    return Answer(False, layer)


@dataclass
class Mixing:
    found: bool
    layer: Any = None


def _mixing_layer(
    network: TriedNetwork, plain: Any, axes: tuple[int, int], row: int
) -> Mixing | None:
    """Whether the output for an example changes when all others become like it."""
    batch, (axis, out_axis) = network.batch, axes
    count = batch.shape[axis]
    alike = batch.take([row % count] * count, axis=axis)
    other = None if equal(alike, batch) else network.answer(alike)
    if other is None or other.shape != plain.shape:
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


def order_matters(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether the output notices that positions or pixels have changed places."""
    axes = _axes_of_order(network)
    if axes is None or _spread(plain) == 0:
        return None
    batch, (first, last) = network.batch, axes
    flat = batch.reshape(*batch.shape[:first], -1, *batch.shape[last + 1 :])
    count = flat.shape[first]
    if count < FEWEST_POSITIONS:
        return None
    order = _rolled(list(range(count - 1, -1, -1)), count // 3)
    moved = flat.take(order, axis=first).reshape(batch.shape)
    other = None if equal(moved, batch) else network.answer(moved)
    if other is None or other.shape != plain.shape:
        return None
    if not differs(plain, other, plain):
        return Answer(False, _layer_of_order(network))
    moves_along = plain.ndim > 2 and plain.shape[1] == count
    if moves_along and not differs(plain.take(order, axis=1), other, plain):
        return _without_order(network, plain)
    return Answer(True)


def _without_order(network: TriedNetwork, plain: Any) -> Answer | None:
    """Outputs that change places with their inputs: of positions, or of examples after all."""
    mixing = _mixing_layer(network, plain, (1, 1), 0)
    if mixing is None or not mixing.found:
        return None  # nothing passes between them: an order could not matter
    return Answer(False, _layer_of_order(network))


def future_is_hidden(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether a network that is trained to tell the next token can see it."""
    batch, target = network.batch, network.target
    if target is None or batch.ndim != 2 or _is_float(batch) or plain.ndim != 3:
        return None
    if target.size != batch.size or plain.shape[:2] != batch.shape or batch.shape[1] < 3:
        return None
    following = target.reshape(batch.shape)
    shifted = float((following[:, :-1] == batch[:, 1:]).mean())
    if shifted < SHIFTED or equal(following, batch):
        return None
    changed = batch.copy()
    changed[:, -1] = _rolled(list(batch[:, -1]), 1)
    if equal(changed, batch):
        changed[:, -1] = batch[:, 0]
    other = None if equal(changed, batch) else network.answer(changed)
    if other is None or other.shape != plain.shape:
        return None
    return Answer(not differs(plain[:, :-1], other[:, :-1], plain))


def bends(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether the network is more than one linear map, where it has several layers."""
    batch = network.batch
    layers = [part for part in network.layers if kind_of(part) in LINEAR]
    if not _is_float(batch) or len(layers) < 2 or batch.shape[0] < 2:
        return None
    neighbours = batch.take(_rolled(list(range(batch.shape[0])), 1), axis=0)
    middle, rolled = (network.answer(one) for one in (0.5 * (batch + neighbours), neighbours))
    if middle is None or rolled is None or not middle.shape == rolled.shape == plain.shape:
        return None
    if not differs(plain, rolled, plain):
        return None  # one answer for everything is linear, and worse
    return Answer(differs(middle, 0.5 * (plain + rolled), plain), layers[0])


def uses_input(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether a network that is trained to give back its input does so at all."""
    batch = network.batch
    if not network.reconstructs or plain.size != batch.size or batch.shape[0] < FEWEST_EXAMPLES:
        return None
    moved = batch.take(_rolled(list(range(batch.shape[0])), 1), axis=0)
    other = network.answer(moved)
    if other is None or other.shape != plain.shape or not _spread(batch - moved):
        return None
    return Answer(_spread(plain - other) >= RECONSTRUCTED * _spread(batch - moved))


def gradient_passes(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether gradients of the answer reach all layers that it depends on; told where not."""
    layer = network.last_layer_without_gradient()
    return None if layer is None else Answer(False, layer)


QUESTIONS: dict[str, Callable[[TriedNetwork, Any], Answer | None]] = {
    "independent-examples": independent_examples,
    "order-matters": order_matters,
    "future-is-hidden": future_is_hidden,
    "bends": bends,
    "uses-input": uses_input,
    "gradient-passes": gradient_passes,
}


def differs(first: Any, second: Any, whole: Any) -> bool:
    """By more than rounding does, beside the spread of all outputs."""
    if second is None or first.shape != second.shape:
        return True
    return float(abs(first - second).max()) > SAME * max(_spread(whole), 1e-6)


def equal(first: Any, second: Any) -> bool:
    return first.shape == second.shape and bool((first == second).all())


def kind_of(layer: Any) -> str:
    return type(layer).__name__.lower()


def _spread(output: Any) -> float:
    return float(output.std()) if output.size > 1 else 0.0


def _is_float(array: Any) -> bool:
    return bool(array.dtype.kind == "f")


def _rolled(items: list[Any], by: int) -> list[Any]:
    return items[-by:] + items[:-by]


def _shared_axes(batch: Any, output: Any) -> list[tuple[int, int]]:
    """Axes that may count the examples, in the input and in the output."""
    return [
        (axis, out_axis)
        for axis in range(min(2, batch.ndim))
        for out_axis in range(min(2, output.ndim))
        if batch.shape[axis] == output.shape[out_axis] > 1
    ]


def _axes_of_order(network: TriedNetwork) -> tuple[int, int] | None:
    """First and last axis of what has an order, where the network is of a kind that uses it."""
    batch, kinds = network.batch, [kind_of(part) for part in network.layers]
    if any(kind in CONVOLUTIONS for kind in kinds) and _is_float(batch):
        first, last = (1, batch.ndim - 2) if network.channels_last else (2, batch.ndim - 1)
        return (first, last) if batch.ndim >= 3 else None
    is_sequence = batch.ndim == (3 if _is_float(batch) else 2)
    return (1, 1) if any(map(_attends, kinds)) and is_sequence else None


def _layer_of_order(network: TriedNetwork) -> Any:
    """The first that could have used the order."""
    kinds = ((part, kind_of(part)) for part in network.layers)
    return next((part for part, kind in kinds if kind in CONVOLUTIONS or _attends(kind)), None)


def _attends(kind: str) -> bool:
    return any(word in kind for word in ATTENTION)
