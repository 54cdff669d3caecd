"""The function at the end of a layer, by its plain name."""

from __future__ import annotations

from typing import Any

LAYERS = {
    "ReLU": "relu",
    "LeakyReLU": "leaky_relu",
    "PReLU": "prelu",
    "ELU": "elu",
    "Softmax": "softmax",
    "ThresholdedReLU": "relu",
}


def activation_of(layer: Any) -> str | None:
    by_type = LAYERS.get(type(layer).__name__)
    if by_type is not None:
        return by_type
    function = getattr(layer, "activation", None)
    if function is None or isinstance(function, (int, float)):
        return None
    name = getattr(function, "__name__", None) or type(function).__name__
    return LAYERS.get(name, name) if isinstance(name, str) else None


def unit_axis(layer: Any) -> int:
    """Where the units of a layer's output are."""
    return 1 if getattr(layer, "data_format", None) == "channels_first" else -1
