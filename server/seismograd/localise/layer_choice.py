"""The layer of a run that a cause points at."""

from __future__ import annotations

from seismograd.traces.events import Layer
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import learned_layers

SEQUENCES = ("lstm", "gru", "rnn", "attention", "transformer")
"""Parts of type names, in small letters."""


def first_layer(history: RunHistory) -> Layer | None:
    return next(learned_layers(history), None)


def narrowest_layer(history: RunHistory) -> Layer | None:
    """Of those before the last: the last is as wide as the answer."""
    hidden = [layer for layer in learned_layers(history) if width(layer)][:-1]
    return min(hidden, key=lambda layer: width(layer) or 0, default=None)


def sequence_layer(history: RunHistory) -> Layer | None:
    return _of_kind(history, SEQUENCES)


def dropout_layer(history: RunHistory) -> Layer | None:
    return _of_kind(history, ("dropout",))


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
