"""The layer of a run that a cause points at."""

from __future__ import annotations

import math

from seismograd.traces.events import Layer
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import learned_layers, main_weight

NARROW = 4
"""Units: a layer of fewer loses most of what it is given, unless there was no more."""


def first_layer(history: RunHistory) -> Layer | None:
    return next(learned_layers(history), None)


def narrowest_layer(history: RunHistory) -> Layer | None:
    """Of those before the last: the last is as wide as the answer."""
    hidden = [layer for layer in learned_layers(history) if width(layer)][:-1]
    return min(hidden, key=lambda layer: width(layer) or 0, default=None)


def dropout_layer(history: RunHistory) -> Layer | None:
    return _of_kind(history, ("dropout",))


def convolution(history: RunHistory) -> Layer | None:
    return _of_kind(history, ("conv",))


def has_narrow_layer(history: RunHistory) -> bool:
    """Of fewer units than what is put in and what is to come out."""
    layers = [layer for layer in learned_layers(history) if width(layer)]
    narrowest = narrowest_layer(history)
    if narrowest is None:
        return False
    units = width(narrowest) or 0
    given = (layers[0].input_shape or (0,))[-1] or 0
    return units < NARROW and units < min(given, width(layers[-1]) or 0)


def has_only_pointwise_convolutions(history: RunHistory) -> bool:
    """Kernels of 1: as many weights as pairs of channels."""
    layers = [one for one in history.layers.values() if "conv" in (one.type or "").lower()]
    return bool(layers) and all(_is_pointwise(layer) for layer in layers)


def _is_pointwise(layer: Layer) -> bool:
    weight = main_weight(dict(layer.initial))
    shapes = [layer.input_shape or (), layer.output_shape or ()]
    at = -1 if layer.type in ("Conv1D", "Conv2D", "Conv3D") else 1
    channels = [shape[at] if len(shape) > 2 else None for shape in shapes]
    if weight is None or not weight.n or None in channels:
        return False
    return weight.n == math.prod(one or 0 for one in channels)


def width(layer: Layer) -> int | None:
    """Units of a layer, or channels of pictures, where they come second."""
    shape = layer.output_shape or ()
    is_picture = "conv" in (layer.type or "").lower() and len(shape) > 2
    return (shape[1] if is_picture else shape[-1]) if len(shape) > 1 else None


def _of_kind(history: RunHistory, names: tuple[str, ...]) -> Layer | None:
    layers = history.layers.values()
    return next(
        (one for one in layers if any(name in (one.type or "").lower() for name in names)), None
    )
