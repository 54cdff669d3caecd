"""The layer of a run that a cause points at."""

from __future__ import annotations

from seismograd.traces.events import Layer
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import learned_layers


def first_layer(history: RunHistory) -> Layer | None:
    return next(learned_layers(history), None)


def dropout_layer(history: RunHistory) -> Layer | None:
    return _of_kind(history, ("dropout",))


def convolution(history: RunHistory) -> Layer | None:
    return _of_kind(history, ("conv",))


def _of_kind(history: RunHistory, names: tuple[str, ...]) -> Layer | None:
    layers = history.layers.values()
    return next(
        (one for one in layers if any(name in (one.type or "").lower() for name in names)), None
    )
