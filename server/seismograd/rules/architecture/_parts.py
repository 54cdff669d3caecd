"""The parts that a network is put together from: what its attributes hold."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.program.contents import contents, reached
from seismograd.program.model import Layer, Network
from seismograd.program.operations import ACTIVATIONS
from seismograd.program.torch.containers import children
from seismograd.source.evaluate.values import Instance, Value

_DEPTH = 4


def are_whole_parts(network: Network, layer: Layer, following: Layer) -> bool:
    """Whether two layers belong to different parts, each of which is a network by itself."""
    first, second = _part_of(network, layer), _part_of(network, following)
    if first is None or second is None or first is second:
        return False
    return _is_nonlinear(network, first) and _is_nonlinear(network, second)


def _part_of(network: Network, layer: Layer) -> Value | None:
    whole = network.value
    for part in whole.attributes.values() if isinstance(whole, Instance) else ():
        if part is not layer.value and any(inner is layer.value for inner in _modules(part)):
            return part
    return None


def _modules(part: Value) -> Iterator[Value]:
    """A part and the modules in it."""
    for outer in reached(part, _children, _DEPTH):
        yield from contents(outer)


def _children(value: Value) -> list[Value]:
    return [child for inner in contents(value) for child in children(inner) or ()]


def _is_nonlinear(network: Network, part: Value) -> bool:
    held = {id(value) for value in _modules(part)}
    layers = [layer for layer in network.layers if id(layer.value) in held]
    return any(layer.kind in ACTIVATIONS for layer in layers)
