"""What is known of a network's scores: the function and the layer that made them, their width."""

from __future__ import annotations

from seismograd.program.model import Layer, Network
from seismograd.program.operations import ACTIVATIONS, LEARNED
from seismograd.source.evaluate.values import Const, Tensor, Value

LINEAR_LAYERS = frozenset({"bilinear", "conv", "conv_transpose", "dense"})
"""Layers that give plain sums of products, any real number."""
_WIDTH_KEEPING = ACTIVATIONS - {"glu"} | {
    "cast", "clone", "contiguous", "device", "dropout", "identity", "requires_grad",
}  # fmt: skip


def function_of(tensor: Tensor) -> str | None:
    if tensor.op in ACTIVATIONS:
        return tensor.op
    return "linear" if tensor.op in LINEAR_LAYERS else None


def layer_of(tensor: Tensor, network: Network | None) -> Layer | None:
    """The layer of a network that made a tensor, or that the making activation belongs to."""
    if network is None:
        return None
    current: Value | None = tensor
    while isinstance(current, Tensor):
        for layer in network.layers:
            if _made(layer, current):
                return layer
        if current.op in LEARNED or not current.inputs:
            return None
        current = current.inputs[0]
    return None


def _made(layer: Layer, tensor: Tensor) -> bool:
    if layer.tensor is tensor:
        return True
    if tensor.layer is not None:
        return layer.value is tensor.layer
    return layer.value is None and layer.call is not None and layer.call is tensor.call


def width_of(value: Value | None, network: Network | None) -> int | None:
    """The width of the learned layer behind a value that only activations separate from it."""
    while isinstance(value, Tensor) and value.op in _WIDTH_KEEPING and value.inputs:
        value = value.inputs[0]
    if not isinstance(value, Tensor) or value.op not in LINEAR_LAYERS or network is None:
        return None
    layer = layer_of(value, network)
    units = None if layer is None else layer.setting("units")
    certain = units is not None and isinstance(units.value, Const) and not units.value.soft
    return units.integer if units is not None and certain else None
