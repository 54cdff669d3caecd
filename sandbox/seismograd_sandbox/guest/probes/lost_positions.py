"""Whether a network throws away where things are, though that is what it is to tell.

Pooling over all positions is right where it matters what a picture shows. It is a fault where the
place of what stands out in it tells a measured target, and the network tells much less.
"""

from __future__ import annotations

from typing import Any

from .rank_correlation import rank_correlation
from .tried_network import Answer, TriedNetwork, is_float, kind_of

FEWEST_EXAMPLES = 16
MOST_COLUMNS = 16
"""Of a target: coordinates are few."""
OUTSTANDING = 0.9
"""Of the numbers of an example, those farther from its median than this share are looked at."""
TOLD = 0.5
"""Of a column of the target, by a place: 0 is guessing, 1 is knowing."""
BETTER = 0.4
"""What the network tells of it less than the place does."""


def positions_are_kept(network: TriedNetwork, plain: Any) -> Answer | None:
    """Told where they are lost: where places tell little, or the network as much, none."""
    batch, labels = network.batch, network.labels
    if labels is None or not is_float(batch) or not is_float(labels) or batch.ndim not in (3, 4):
        return None
    columns = labels.reshape(len(labels), -1)
    if len(batch) < FEWEST_EXAMPLES or plain.shape != columns.shape:
        return None
    if columns.shape[1] > MOST_COLUMNS:
        return None
    by_place, by_network = _shares(network, columns, plain)
    if by_place < max(TOLD, by_network + BETTER):
        return None
    layer = _pooling_layer(network)
    return None if layer is None else Answer(False, layer, shares=(by_place, by_network))


def _shares(network: TriedNetwork, columns: Any, plain: Any) -> tuple[float, float]:
    """Of the column of which places tell most beside the network: by a place, and by it."""
    places = [_places(network.batch, axis) for axis in _axes_of_place(network)]
    told = []
    for wanted, said in zip(columns.T, plain.T):
        by_place = max(rank_correlation(one, wanted) ** 2 for one in places)
        told.append((by_place, max(rank_correlation(said, wanted), 0.0) ** 2))
    return max(told, key=lambda one: one[0] - one[1])


def _axes_of_place(network: TriedNetwork) -> range:
    count = network.batch.ndim
    return range(1, count - 1) if network.channels_last else range(2, count)


def _places(batch: Any, axis: int) -> Any:
    """By example, the middle of what stands out, along an axis."""
    flat = batch.reshape(len(batch), -1).astype("float64")
    apart = abs(flat - _share_of(flat, 0.5))
    weights = (apart - _share_of(apart, OUTSTANDING)).clip(min=0.0).reshape(batch.shape)
    others = tuple(at for at in range(1, batch.ndim) if at != axis)
    along = weights.sum(axis=others)
    whole = along.sum(axis=1).clip(min=1e-12)
    return (along * [*range(along.shape[1])]).sum(axis=1) / whole


def _share_of(rows: Any, share: float) -> Any:
    """The number that this share of each row is below."""
    ordered = rows.copy()
    ordered.sort(axis=1)
    at = min(int(share * rows.shape[1]), rows.shape[1] - 1)
    return ordered[:, at : at + 1]


def _pooling_layer(network: TriedNetwork) -> Any:
    """The last that makes one number a channel of many positions; none where none does."""
    found, channels = None, None
    for layer, made in network.answers_of_layers(network.batch):
        if channels is not None and _is_pooled(layer, made, channels):
            found = layer
        channels = _channels(made, network.channels_last)
    return found


def _channels(made: Any, channels_last: bool) -> int | None:
    """None where there are no positions."""
    if made.ndim < 3:
        return None
    positions = made.shape[1:-1] if channels_last else made.shape[2:]
    is_spread = any(size > 1 for size in positions)
    return int(made.shape[-1 if channels_last else 1]) if is_spread else None


def _is_pooled(layer: Any, made: Any, channels: int) -> bool:
    """Whether nothing is left of the positions that the layer before it gave."""
    if "pool" in kind_of(layer):
        return bool(made.size == len(made) * channels)
    inputs = getattr(layer, "in_features", None)  # of what a function has pooled before it
    return made.ndim == 2 and inputs == channels
