"""The layer of a run that a cause points at."""

from __future__ import annotations

import math

from seismograd.traces.events import Layer
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import learned_layers, main_weight


def first_layer(history: RunHistory) -> Layer | None:
    return next(learned_layers(history), None)


def dropout_layer(history: RunHistory) -> Layer | None:
    return _of_kind(history, ("dropout",))


def convolution(history: RunHistory) -> Layer | None:
    return _of_kind(history, ("conv",))


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


def _of_kind(history: RunHistory, names: tuple[str, ...]) -> Layer | None:
    layers = history.layers.values()
    return next(
        (one for one in layers if any(name in (one.type or "").lower() for name in names)), None
    )
