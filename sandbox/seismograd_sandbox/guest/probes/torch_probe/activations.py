"""Functions that let units die or saturate, known by their layer or by their graph node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

LIVELY = 1e-3
"""A unit of a saturating function whose values lie closer together than this does not answer."""
MOST_LOOKED_AT = 1 << 18
MOST_UNITS = 1 << 12


@dataclass(frozen=True)
class Activation:
    name: str
    flat_ends: tuple[float, float] | None = None
    rectifies: bool = False

    @property
    def has_units(self) -> bool:
        return self.rectifies or self.flat_ends is not None


SIGMOID = Activation("sigmoid", flat_ends=(0.01, 0.99))
TANH = Activation("tanh", flat_ends=(-0.99, 0.99))
SOFTMAX = Activation("softmax", flat_ends=(float("-inf"), 0.99))
RELU = Activation("relu", rectifies=True)
RELU6 = Activation("relu6", rectifies=True)
HARDSIGMOID = Activation("hardsigmoid", flat_ends=(0.0, 1.0))
HARDTANH = Activation("hardtanh", flat_ends=(-1.0, 1.0))
SOFTSIGN = Activation("softsign", flat_ends=(-0.95, 0.95))
BY_LAYER = {
    "Sigmoid": SIGMOID,
    "Tanh": TANH,
    "Softmax": SOFTMAX,
    "Softmax2d": SOFTMAX,
    "ReLU": RELU,
    "ReLU6": RELU6,
    "Hardsigmoid": HARDSIGMOID,
    "Hardtanh": HARDTANH,
    "Softsign": SOFTSIGN,
    "Threshold": Activation("threshold", rectifies=True),
    **{
        name: Activation(name.lower())
        for name in (
            *("LeakyReLU", "PReLU", "RReLU", "ELU", "SELU", "CELU", "GELU", "SiLU", "Mish"),
            *("Softplus", "LogSigmoid", "LogSoftmax", "Hardswish", "GLU", "Softmin", "Tanhshrink"),
        )
    },
}
BY_NODE = {
    "ReluBackward0": RELU,
    "SigmoidBackward0": SIGMOID,
    "TanhBackward0": TANH,
    "SoftmaxBackward0": SOFTMAX,
    "HardsigmoidBackward0": HARDSIGMOID,
    "HardtanhBackward0": HARDTANH,
}
KEEPS_UNITS = ("MaxPool", "AvgPool", "NativeDropout", "AdaptiveAvgPool", "AdaptiveMaxPool")


def of_layer(module: Any) -> Activation | None:
    known = BY_LAYER.get(type(module).__name__)
    if known is HARDTANH:
        return Activation("hardtanh", flat_ends=(float(module.min_val), float(module.max_val)))
    return known


def of_tensor(tensor: Any) -> Activation | None:
    """The function that made a tensor without a layer of its own, where its graph is kept."""
    node = tensor.grad_fn
    if node is not None and type(node).__name__.startswith(KEEPS_UNITS):
        earlier = node.next_functions
        node = earlier[0][0] if earlier else None
    return BY_NODE.get(type(node).__name__)


def liveliness(activation: Activation, tensor: Any, axis: int) -> Any:
    """For each unit a number that is zero if, and only if, the unit was dead for all it saw."""
    seen = _bounded(tensor, axis)
    others = [other for other in range(seen.dim()) if other != axis]
    if activation.rectifies:
        return seen.amax(others) if others else seen
    return (seen.amax(others) - seen.amin(others)) > LIVELY


def unit_axis(tensor: Any, after_convolution: bool) -> int | None:
    """Which axis counts the units; None where there is no batch to look along."""
    if tensor.dim() < 2 or tensor.numel() == tensor.shape[-1]:
        return None
    return 1 if tensor.dim() >= 4 or after_convolution else tensor.dim() - 1


def _bounded(tensor: Any, axis: int) -> Any:
    """The whole batch where it is not too large, otherwise examples and places spread over it."""
    tensor = tensor.detach()
    if tensor.shape[axis] > MOST_UNITS:
        tensor = tensor.narrow(axis, 0, MOST_UNITS)
    for other in range(tensor.dim() - 1, -1, -1):
        excess = tensor.numel() // MOST_LOOKED_AT
        if other != axis and excess >= 1:
            step = min(int(excess) + 1, int(tensor.shape[other]))
            tensor = tensor[(slice(None),) * other + (slice(None, None, step),)]
    return tensor
