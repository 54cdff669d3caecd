"""What is known of the layers of a run: which learn, in which order, and what comes out of them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import median

from seismograd.traces.events import Layer, Statistics
from seismograd.traces.history import RunHistory, SampledLayer
from seismograd.traces.windows import finite

LEARNED = ("linear", "conv", "dense", "lstm", "gru", "rnn", "embedding", "bilinear", "attention")
"""Parts of type names, in small letters, of layers whose weights are drawn at random."""
RECTIFIED = ("relu", "leaky", "elu", "selu", "gelu", "silu", "swish", "mish", "softplus")
SATURATING = ("sigmoid", "tanh", "softsign")
FEWEST_SHARES = 2
"""Measured steps."""
WEIGHTS = ("weight", "kernel", "embeddings")
NARROW = 4
"""Units: a layer of fewer loses most of what it is given, unless there was no more."""


def is_learned(layer: Layer) -> bool:
    kind = (layer.type or "").lower()
    return bool(layer.parameters) and any(name in kind for name in LEARNED)


def learned_layers(history: RunHistory) -> Iterator[Layer]:
    """In the order in which they were first called, without frozen ones."""
    for layer in history.layers.values():
        if is_learned(layer) and layer.trainable != 0:
            yield layer


def width(layer: Layer) -> int | None:
    """Units of a layer, or channels of pictures, where they come second."""
    shape = layer.output_shape or ()
    is_picture = "conv" in (layer.type or "").lower() and len(shape) > 2
    return (shape[1] if is_picture else shape[-1]) if len(shape) > 1 else None


def narrowest_layer(history: RunHistory) -> Layer | None:
    """Of those before the last: the last is as wide as the answer."""
    hidden = [layer for layer in learned_layers(history) if width(layer)][:-1]
    return min(hidden, key=lambda layer: width(layer) or 0, default=None)


def narrow_layer(history: RunHistory, few: int = NARROW) -> Layer | None:
    """One of fewer units than what is put in and what is to come out."""
    layers = [layer for layer in learned_layers(history) if width(layer)]
    narrowest = narrowest_layer(history)
    units = width(narrowest) if narrowest is not None else None
    if units is None:
        return None
    given = (layers[0].input_shape or (0,))[-1] or 0
    is_narrow = units < few and units < min(given, width(layers[-1]) or 0)
    return narrowest if is_narrow else None


def function_of(layer: Layer) -> str:
    """The activation function that a layer is or holds, in small letters; empty if none."""
    return (layer.activation or layer.type or "").lower()


def is_one_of(layer: Layer, functions: tuple[str, ...]) -> bool:
    return any(name in function_of(layer) for name in functions)


def main_weight(found: dict[str, Statistics] | None) -> Statistics | None:
    """Of the parameters of a layer, the one that is multiplied with its input."""
    for name, statistics in (found or {}).items():
        if any(name.rpartition(".")[2].startswith(part) for part in WEIGHTS):
            return statistics
    return None


def root_mean_square(statistics: Statistics | None) -> float | None:
    if statistics is None or statistics.norm is None or not statistics.n:
        return None
    return float(statistics.norm / statistics.n**0.5)


def activations(samples: list[SampledLayer]) -> Iterator[tuple[int, Statistics]]:
    """What came out of a layer, by step; of several outputs the first."""
    for sampled in samples:
        found = next(iter(sampled.sample.activation.values()), None)
        if found is not None:
            yield sampled.step, found


def saturated_share(history: RunHistory, layer: Layer) -> float | None:
    """Of its outputs, at the flat ends of its function: median of the measured steps."""
    if not is_one_of(layer, SATURATING):
        return None
    seen = (one.saturated for _, one in activations(history.samples(layer.layer or 0)))
    shares = finite(seen)
    return median(shares) if len(shares) >= FEWEST_SHARES else None


def output_layer(history: RunHistory, network: int | None = None) -> Layer | None:
    """The layer that was called last, of those that hold or are no container of others."""
    called = [layer for layer in history.layers.values() if layer.called and layer.type]
    ours = [layer for layer in called if network is None or layer.network == network]
    return ours[-1] if ours else None


def pointwise_convolutions(history: RunHistory) -> list[Layer]:
    """All of a run, where they look at one place, or at two next to each other, and no more."""
    layers = [one for one in history.layers.values() if "conv" in (one.type or "").lower()]
    sizes = [_kernel(layer) for layer in layers]
    reach = sum((size or math.inf) - 1 for size in sizes)
    return layers if reach <= 1 else []


def _kernel(layer: Layer) -> float | None:
    """Of how many places it takes in: weights for each pair of channels."""
    weight = main_weight(dict(layer.initial))
    shapes = [layer.input_shape or (), layer.output_shape or ()]
    at = -1 if layer.type in ("Conv1D", "Conv2D", "Conv3D") else 1
    channels = [shape[at] if len(shape) > 2 else None for shape in shapes]
    pairs = math.prod(one or 0 for one in channels)
    if weight is None or not weight.n or not pairs:
        return None
    return float(weight.n / pairs)
