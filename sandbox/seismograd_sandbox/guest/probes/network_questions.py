"""Questions to a trained network, once the script is over: a few calls, one batch.

What a network computes for an example must not depend on the others of its batch; a network for
sequences or images should notice when their order is lost, and one for measured values how large
they are; one that predicts the next token must not see it, and padding is for no one to see.
Several layers without a function between them are as good as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .attention_questions import (
    attention_adds_up,
    attention_chooses,
    attention_is_spread,
    axes_are_kept,
    branches_are_heard,
    groups_are_kept,
    padding_is_hidden,
    streams_are_kept,
)
from .lost_amplitude import amplitude_is_used
from .lost_positions import positions_are_kept
from .mixed_examples import examples_apart_inside, independent_examples
from .quantile_levels import levels_are_kept
from .sequence_questions import (
    CONVOLUTIONS,
    future_is_hidden,
    gradient_over_positions,
    order_matters,
    target_differs,
)
from .tried_network import (
    Answer,
    TriedNetwork,
    differs,
    effect,
    is_float,
    kind_of,
    spread,
    with_other_examples,
)
from .turned_direction import direction_is_right
from .turned_masks import content_is_seen

MOST_NUMBERS = 4_000_000
"""Of a batch that is kept: it stays in memory until the script is over."""
LINEAR = ("linear", "dense", *CONVOLUTIONS)
PIECEWISE_LINEAR = ("relu", "leakyrelu", "prelu", "rrelu", "relu6", "hardtanh")
FEWEST_EXAMPLES = 8
RECONSTRUCTED = 0.05
"""Of the differences between inputs, in the outputs: 0.8 and more in healthy autoencoders, also
variational ones, and 0.0002 in those that have collapsed."""
SCALED = 0.01
"""Of the effect that other examples have: the small number that normalisation layers add to what
they divide by (1e-3 in Keras) makes a difference below it."""
FRAMEWORKS = frozenset({"torch", "keras", "tensorflow"})


def ask_all(network: TriedNetwork) -> Iterator[tuple[str, Answer]]:
    """Every question that has an answer, by its name."""
    plain = network.answer(network.batch)
    if plain is None or differs(plain, network.answer(network.batch), plain):
        return  # it keeps something from call to call
    for name, question in QUESTIONS.items():
        answer = question(network, plain)
        if answer is not None:
            yield name, answer


def bends(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether the network is more than one linear map, where it has several layers."""
    batch = network.batch
    layers = [part for part in network.layers if kind_of(part) in LINEAR]
    if not is_float(batch) or len(layers) < 2 or batch.shape[0] < 2:
        return None
    neighbours = with_other_examples(batch)
    middle, other = (network.answer(one) for one in (0.5 * (batch + neighbours), neighbours))
    if middle is None or other is None or not middle.shape == other.shape == plain.shape:
        return None
    if not differs(plain, other, plain):
        return None  # one answer for everything is linear, and worse
    return Answer(differs(middle, 0.5 * (plain + other), plain), layers[0])


def curves(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether the network has a second derivative, where the script takes it to make a loss of."""
    line = network.second_derivative_line()
    layers = [part for part in network.layers if kind_of(part) in LINEAR]
    flat = network.is_flat() if line is not None and len(layers) > 1 else None
    if flat is None:
        return None
    layer = next((part for part in network.layers if kind_of(part) in PIECEWISE_LINEAR), None)
    return Answer(not flat, layer, line if layer is None else None)


def scale_matters(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether the output notices how large an example is, where it is to tell no class."""
    batch = network.batch
    if not is_float(batch) or network.target is not None or batch.shape[0] < 2:
        return None
    scaled = batch.copy()
    scaled[::2] *= 2.0
    scaled[1::2] *= 4.0
    moved, other = (
        network.answer_to_other(one, plain) for one in (with_other_examples(batch), scaled)
    )
    if moved is None or other is None or not differs(plain, moved, plain):
        return None
    if _usual_effect(plain, other) > SCALED * _usual_effect(plain, moved):
        return Answer(True)
    return _where_scale_is_lost(network, scaled)


def _where_scale_is_lost(network: TriedNetwork, scaled: Any) -> Answer | None:
    """In the first layer whose output stays the same, or before it, where it is the first of all.

    None where it is a function with an upper bound, which large inputs take to its flat end.
    """
    pairs = zip(network.answers_of_layers(network.batch), network.answers_of_layers(scaled))
    for at, ((layer, made), (_, other)) in enumerate(pairs):
        if made.shape != other.shape:
            return None
        if _usual_effect(made, other) <= SCALED * spread(made):
            can_lose_it = "norm" in kind_of(layer) or not _is_of_framework(layer)
            return Answer(False, layer if can_lose_it else None) if can_lose_it or not at else None
    return None


def _usual_effect(first: Any, second: Any) -> float:
    """The median over the examples: in very small ones, what is added to a divisor shows."""
    effects = sorted(effect(*pair) for pair in zip(first, second))
    return effects[len(effects) // 2]


def _is_of_framework(layer: Any) -> bool:
    return type(layer).__module__.partition(".")[0] in FRAMEWORKS


def uses_input(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether a network that is trained to give back its input does so at all."""
    batch = network.batch
    if not network.reconstructs or plain.size != batch.size or batch.shape[0] < FEWEST_EXAMPLES:
        return None
    moved = with_other_examples(batch)
    other = network.answer(moved)
    if other is None or other.shape != plain.shape or not spread(batch - moved):
        return None
    return Answer(spread(plain - other) >= RECONSTRUCTED * spread(batch - moved))


def gradient_passes(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether gradients of the answer reach all layers that it depends on; told where not."""
    layer = network.last_layer_without_gradient()
    if layer is None:
        return network.cut_by_draw()
    return Answer(False, layer, network.cutting_line(lambda: network.is_reached(layer)))


QUESTIONS: dict[str, Callable[[TriedNetwork, Any], Answer | None]] = {
    "independent-examples": independent_examples,
    "examples-apart-inside": examples_apart_inside,
    "order-matters": order_matters,
    "future-is-hidden": future_is_hidden,
    "target-differs": target_differs,
    "scale-matters": scale_matters,
    "amplitude-is-used": amplitude_is_used,
    "positions-are-kept": positions_are_kept,
    "bends": bends,
    "curves": curves,
    "uses-input": uses_input,
    "gradient-passes": gradient_passes,
    "gradient-over-positions": gradient_over_positions,
    "attention-is-spread": attention_is_spread,
    "attention-chooses": attention_chooses,
    "attention-adds-up": attention_adds_up,
    "padding-is-hidden": padding_is_hidden,
    "content-is-seen": content_is_seen,
    "branches-are-heard": branches_are_heard,
    "streams-are-kept": streams_are_kept,
    "axes-are-kept": axes_are_kept,
    "groups-are-kept": groups_are_kept,
    "levels-are-kept": levels_are_kept,
    "direction-is-right": direction_is_right,
}
