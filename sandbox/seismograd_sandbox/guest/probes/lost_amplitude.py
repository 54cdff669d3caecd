"""Whether a network leaves aside how large its examples are, though that tells what it is to learn.

That the scale has no effect is a choice in many networks. It is a fault where one number for each
example, its amplitude, tells more about its target than all that the network says.
"""

from __future__ import annotations

from typing import Any

from .rank_correlation import rank_correlation
from .tried_network import Answer, TriedNetwork, is_float, kind_of, spread, with_other_examples

FEWEST_EXAMPLES = 16
UNEVEN = 1.5
"""The amplitude of a large example beside that of a small one: the ends of the middle 80 %."""
WITHOUT_EFFECT = 0.1
"""Of the effect that other examples have: the small number that normalisation layers add to what
they divide by (1e-3 in Keras) made 3 % of it with spectra of values around 1."""
TOLD = 0.4
"""Of the target, by the amplitude: 0 is guessing, 1 is knowing."""
BETTER = 0.3
"""What the network tells of the target less than the amplitude does."""
BY_CHANCE = 20.0
"""Signal to noise, squared. For ranks, an F value: p = 0.0005 at the fewest examples."""
NEIGHBOURS = 3
MOST_LABELS = 1024
"""Of an example: more are an image or a text, and no class."""


def fits(labels: Any, batch: Any) -> bool:
    """Whether they may be numbers or classes of the examples of a batch."""
    shape = tuple(labels.shape)
    columns = shape[1:] or (1,)
    return shape[:1] == tuple(batch.shape[:1]) and len(columns) == 1 and columns[0] <= MOST_LABELS


def amplitude_is_used(network: TriedNetwork, plain: Any) -> Answer | None:
    """None where the amplitude tells little, or the network as much by other means."""
    batch, labels = network.batch, network.labels
    if labels is None or not is_float(batch) or not len(plain) == len(batch) == len(labels):
        return None
    if len(batch) < FEWEST_EXAMPLES or batch[0].size < 2:
        return None
    told = [_shares(size, labels, plain) for size in _amplitudes(batch) if _is_uneven(size)]
    by_amplitude, by_network = max(filter(None, told), default=(0.0, 0.0))
    if by_amplitude < max(TOLD, by_network + BETTER):
        return None
    return _answer(network, plain, (by_amplitude, by_network))


def _answer(network: TriedNetwork, plain: Any, shares: tuple[float, float]) -> Answer | None:
    scaled = network.batch.copy()
    scaled[::2] *= 2.0
    scaled[1::2] *= 0.5
    moved, other = (
        network.answer_to_other(one, plain) for one in (with_other_examples(network.batch), scaled)
    )
    if moved is None or other is None or not spread(plain):
        return None
    if _effect(plain, other) > WITHOUT_EFFECT * _effect(plain, moved):
        return Answer(True, shares=shares)
    found, layer = _where_it_is_lost(network, scaled)
    return Answer(False, layer, shares=shares) if found else None


def _where_it_is_lost(network: TriedNetwork, scaled: Any) -> tuple[bool, Any]:
    """In the first layer that gives the same, if it normalises, or before the first of all.

    Others have a flat end that large inputs reach.
    """
    pairs = zip(network.answers_of_layers(network.batch), network.answers_of_layers(scaled))
    for at, ((layer, made), (_, other)) in enumerate(pairs):
        if made.shape != other.shape:
            break
        if _effect(made, other) <= WITHOUT_EFFECT * spread(made):
            normalises = "norm" in kind_of(layer)
            return normalises or not at, layer if normalises else None
    return False, None


def _effect(first: Any, second: Any) -> float:
    """The mean in the median example: single units may be next to zero everywhere."""
    effects = sorted(float(abs(one - other).mean()) for one, other in zip(first, second))
    return effects[len(effects) // 2]


def _amplitudes(batch: Any) -> tuple[Any, Any]:
    """With and without what all numbers of an example have in common."""
    flat = batch.reshape(len(batch), -1).astype("float64")
    return abs(flat).mean(axis=1), flat.std(axis=1)


def _is_uneven(sizes: Any) -> bool:
    ordered = sorted(sizes.tolist())
    rest = len(ordered) // 10
    return bool(ordered[-1 - rest] > UNEVEN * ordered[rest])


def _shares(sizes: Any, labels: Any, plain: Any) -> tuple[float, float] | None:
    """What the amplitude and the network tell of the target, from 0 to 1."""
    scores = plain.reshape(len(plain), -1)
    flat = labels.reshape(len(labels), -1)
    if scores.shape[1] == 1 and flat.shape[1] == 1:
        return _shares_of_quantity(sizes, flat[:, 0], scores[:, 0])
    if plain.ndim != 2:
        return None  # an answer for each position, say
    classes = _classes(flat)
    return None if classes is None else _shares_of_classes(sizes, classes, scores)


def _shares_of_quantity(sizes: Any, labels: Any, scores: Any) -> tuple[float, float]:
    """By their ranks: amplitudes may fall with a target, and need no straight line."""
    by_size, by_network = (rank_correlation(one, labels) for one in (sizes, scores))
    share = by_size**2
    signal = share * (len(labels) - 2) / max(1.0 - share, 1e-9)
    return (share if signal >= BY_CHANCE else 0.0), max(by_network, 0.0) ** 2


def _shares_of_classes(sizes: Any, classes: Any, scores: Any) -> tuple[float, float]:
    """Of the examples that one who always says the most frequent class gets wrong."""
    count = len(classes)
    most = max(int((classes == one).sum()) for one in set(classes.tolist())) / count
    if most == 1.0:
        return 0.0, 0.0
    right = sum(_told_by_neighbours(sizes, classes, at) for at in range(count)) / count
    signal = max(right - most, 0.0) ** 2 * count / (most * (1.0 - most))
    share = (right - most) / (1.0 - most) if signal >= BY_CHANCE else 0.0
    by_network = float((scores.argmax(axis=1) == classes).mean())
    return share, max(by_network - most, 0.0) / (1.0 - most)


def _told_by_neighbours(sizes: Any, classes: Any, at: int) -> bool:
    """Whether the examples that are as large are of the same class."""
    near = abs(sizes - sizes[at]).argsort()
    others = [classes[one] for one in near.tolist() if one != at][:NEIGHBOURS]
    return bool(2 * sum(one == classes[at] for one in others) > NEIGHBOURS)


def _classes(labels: Any) -> Any:
    """As numbers; None where they are something else."""
    if labels.shape[1] == 1:
        whole = labels.round()
        return whole[:, 0].astype(int) if bool((whole == labels).all()) else None
    is_one_hot = bool(((labels == 0) | (labels == 1)).all() and (labels.sum(axis=1) == 1).all())
    return labels.argmax(axis=1) if is_one_hot else None
