"""Questions to a network for sequences or images: order, future, targets, gradients."""

from __future__ import annotations

from functools import partial
from typing import Any

from .mixed_examples import mixing_layer
from .tried_network import (
    SAME,
    Answer,
    TriedNetwork,
    differs,
    effect,
    equal,
    is_float,
    kind_of,
    rolled,
    with_other_examples,
)

FEWEST_POSITIONS = 4
FEWEST_TOKENS = 3
ATTENTION = ("attention", "transformer")
CONVOLUTIONS = ("conv1d", "conv2d", "conv3d")
SHIFTED = 0.95
"""Of all tokens that are followed by their own target: the rest may be padding."""
COUNTED = 0.5
"""Of the targets, at least: the rest may be padding. Masked language models have 0.15."""


def order_matters(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether the output notices that positions or pixels have changed places."""
    axes = _axes_of_order(network)
    if axes is None or not differs(plain, with_other_examples(plain), plain):
        return None  # one answer to all examples: nothing of them matters any more
    batch, (first, last) = network.batch, axes
    flat = batch.reshape(*batch.shape[:first], -1, *batch.shape[last + 1 :])
    count = flat.shape[first]
    if count < FEWEST_POSITIONS:
        return None
    order = rolled(list(range(count - 1, -1, -1)), count // 3)
    moved, alike = (
        network.answer_to_other(flat.take(each, axis=first).reshape(batch.shape), plain)
        for each in (order, [0] * count)
    )
    if moved is None or alike is None or not differs(plain, alike, plain):
        return None  # what does not matter at all cannot matter by its order
    return _answer_on_order(network, plain, moved, order, SAME * effect(plain, alike))


def _answer_on_order(
    network: TriedNetwork, plain: Any, moved: Any, order: list[int], same: float
) -> Answer | None:
    if effect(plain, moved) <= same:
        return Answer(False, _layer_of_order(network))
    moves_along = plain.ndim > 2 and plain.shape[1] == len(order)
    if moves_along and effect(plain.take(order, axis=1), moved) <= same:
        return _without_order(network, plain)
    return Answer(True)


def _without_order(network: TriedNetwork, plain: Any) -> Answer | None:
    """Outputs that change places with their inputs: of positions, or of examples after all."""
    mixing = mixing_layer(network, plain, (1, 1), 0)
    if mixing is None or not mixing.found:
        return None  # nothing passes between them: an order could not matter
    return Answer(False, _layer_of_order(network))


def future_is_hidden(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether a network that is trained to tell the next token can see it."""
    batch, target = network.batch, _target_by_token(network, plain)
    if target is None or equal(target, batch):
        return None
    if float((target[:, :-1] == batch[:, 1:]).mean()) < SHIFTED:
        return None
    other = network.answer_to_other(_with_other_end(batch, 1), plain)
    return None if other is None else Answer(not differs(plain[:, :-1], other[:, :-1], plain))


def target_differs(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether a network that tells a token for each one learns anything else than to copy it."""
    if any(_is_answer(network, plain, *one) for one in network.other_tokens()):
        return Answer(False)
    batch, target = network.batch, _target_by_token(network, plain)
    if target is None or not _is_copied(batch, target) or _repeats_one(batch):
        return None
    # Positions are the first axis where the batch is the second: none must pass anything back.
    copied = all(_sees_itself_only(network, plain, axis) for axis in (0, 1))
    return Answer(False) if copied else None


def _is_answer(network: TriedNetwork, plain: Any, place: int, tokens: Any) -> bool:
    """Whether a decoder is given what it is to tell. Labels that only go into a loss change
    nothing, and those that are shifted inside of the network nothing in their own place."""
    target = network.target
    if target is None or plain.ndim != 3 or tokens.shape != plain.shape[:2]:
        return False
    if target.size != tokens.size or tokens.shape[1] < FEWEST_TOKENS or _repeats_one(tokens):
        return False
    if not _is_copied(tokens, target.reshape(tokens.shape)):
        return False
    other = network.answer_with(place, _with_other_end(tokens, 1))
    is_usable = other is not None and other.shape == plain.shape
    return is_usable and differs(plain[:, -1], other[:, -1], plain)


def _repeats_one(tokens: Any) -> bool:
    """Then each is its own next one, too."""
    return equal(tokens[:, 1:], tokens[:, :-1])


def _target_by_token(network: TriedNetwork, plain: Any) -> Any:
    """Class indices in the shape of the batch, where it is one of tokens."""
    batch, target = network.batch, network.target
    if target is None or batch.ndim != 2 or is_float(batch) or plain.ndim != 3:
        return None
    if (
        target.size != batch.size
        or plain.shape[:2] != batch.shape
        or batch.shape[1] < FEWEST_TOKENS
    ):
        return None
    return target.reshape(batch.shape)


def _is_copied(batch: Any, target: Any) -> bool:
    """Targets below zero are left out by losses: padding, or what is not masked."""
    known = target >= 0
    return bool((target == batch)[known].all()) and float(known.mean()) > COUNTED


def _sees_itself_only(network: TriedNetwork, plain: Any, axis: int) -> bool:
    """Whether the last output depends on the last input, and those before it do not."""
    other = network.answer_to_other(_with_other_end(network.batch, axis), plain)
    if other is None:
        return False
    before, last = range(plain.shape[axis] - 1), plain.shape[axis] - 1
    is_seen = differs(plain.take(last, axis=axis), other.take(last, axis=axis), plain)
    return is_seen and not differs(plain.take(before, axis=axis), other.take(before, axis), plain)


def _with_other_end(batch: Any, axis: int) -> Any:
    """The last positions with those of other examples, or with the first ones."""
    changed = batch.copy()
    ends, original = changed.swapaxes(0, axis), batch.swapaxes(0, axis)
    ends[-1] = rolled(list(original[-1]), 1)
    if equal(changed, batch):
        ends[-1] = original[0]
    return changed


def gradient_over_positions(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether what comes before the last position can be learned from; told where not."""
    batch = network.batch
    if batch.ndim != (3 if is_float(batch) else 2):
        return None
    for axis in (1, 0):
        if batch.shape[axis] >= FEWEST_POSITIONS and _is_cut(network, plain, axis):
            line = network.cutting_line(partial(_reaches_back, network, axis))
            return Answer(False, _repeated_layer(network, batch.shape[axis]), line)
    return None


def _is_cut(network: TriedNetwork, plain: Any, axis: int) -> bool:
    """Whether the answer depends on earlier positions, and its gradient on the last one alone."""
    batch, count = network.batch, network.batch.shape[axis]
    if not _is_of_last_alone(network.gradient_sizes(batch, axis)):
        return False
    shorter = network.gradient_sizes(batch.take(range(count - 1), axis=axis), axis)
    if shorter is not None and not _is_of_last_alone(shorter):
        return False  # cut after some steps, which saves memory
    return _carries_forward(network, plain, axis)


def _reaches_back(network: TriedNetwork, axis: int) -> bool:
    sizes = network.gradient_sizes(network.batch, axis)
    return sizes is not None and any(sizes[:-1])


def _is_of_last_alone(sizes: list[float] | None) -> bool:
    return sizes is not None and sizes[-1] > 0 and not any(sizes[:-1])


def _carries_forward(network: TriedNetwork, plain: Any, axis: int) -> bool:
    """Whether the last answer depends on earlier positions, and the first on no later ones."""
    count = network.batch.shape[axis]
    if plain.ndim <= 2 or plain.shape[axis] != count:
        other = _answer_to_others_but(network, plain, axis, count - 1)
        return other is not None and differs(plain, other, plain)
    pairs = [(at, _answer_to_others_but(network, plain, axis, at)) for at in (count - 1, 0)]
    if any(other is None for _, other in pairs):
        return False
    is_last, is_first = (
        differs(plain.take(at, axis=axis), other.take(at, axis=axis), plain) for at, other in pairs
    )
    return is_last and not is_first


def _answer_to_others_but(network: TriedNetwork, plain: Any, axis: int, kept: int) -> Any:
    """Every position but one is that of another example."""
    changed = with_other_examples(network.batch, 1 - axis).copy()
    changed.swapaxes(0, axis)[kept] = network.batch.swapaxes(0, axis)[kept]
    return network.answer_to_other(changed, plain)


def _repeated_layer(network: TriedNetwork, count: int) -> Any:
    """The first that is called for each position."""
    called = [layer for layer, _ in network.answers_of_layers(network.batch)]
    return next((layer for layer in called if sum(one is layer for one in called) >= count), None)


def _axes_of_order(network: TriedNetwork) -> tuple[int, int] | None:
    """First and last axis of what has an order, where the network is of a kind that uses it."""
    batch, kinds = network.batch, [kind_of(part) for part in network.layers]
    if any(kind in CONVOLUTIONS for kind in kinds) and is_float(batch):
        first, last = (1, batch.ndim - 2) if network.channels_last else (2, batch.ndim - 1)
        return (first, last) if batch.ndim >= 3 else None
    is_sequence = batch.ndim == (3 if is_float(batch) else 2)
    return (1, 1) if any(map(_attends, kinds)) and is_sequence else None


def _layer_of_order(network: TriedNetwork) -> Any:
    """The first that could have used the order."""
    kinds = ((part, kind_of(part)) for part in network.layers)
    return next((part for part, kind in kinds if kind in CONVOLUTIONS or _attends(kind)), None)


def _attends(kind: str) -> bool:
    return any(word in kind for word in ATTENTION)
