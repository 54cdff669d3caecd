"""Trainings against a copy of the network: its answers are the targets, and they move."""

from __future__ import annotations

from seismograd.traces.events import Layer
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import is_learned

SHARE = 0.5
"""Of the steps with a call of the network, in which the copy is called, too: the best weights of a
run are kept in a copy as well, for its end."""


def learns_from_copy(history: RunHistory) -> bool:
    """As in Q-learning with a target network, or with a teacher that follows its student.

    The loss is then a distance between the two, which says little of what was learned.
    """
    if not history.trained_layers:
        return False
    learned = [layer for layer in history.layers.values() if is_learned(layer) and layer.name]
    trained = {_looks(layer): layer for layer in learned if layer.layer in history.trained_layers}
    others = (layer for layer in learned if layer.layer not in history.trained_layers)
    return any(
        _is_called_beside(history, other, trained[_looks(other)])
        for other in others
        if _looks(other) in trained
    )


def _looks(layer: Layer) -> tuple[object, ...]:
    return layer.name, layer.type, layer.parameters


def _is_called_beside(history: RunHistory, copy: Layer, layer: Layer) -> bool:
    steps, of_copy = _steps(history, layer), _steps(history, copy)
    return bool(steps) and len(of_copy & steps) >= SHARE * len(steps)


def _steps(history: RunHistory, layer: Layer) -> set[int]:
    """Those that were looked at and had a call of the layer."""
    samples = history.samples(layer.layer) if layer.layer is not None else []
    return {one.step for one in samples if one.sample.activation}
