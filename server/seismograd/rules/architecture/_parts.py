"""The parts that a network is put together from: what its attributes or its containers hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from seismograd.program.contents import contents, reached
from seismograd.program.model import Layer, Network
from seismograd.program.operations import ACTIVATIONS
from seismograd.program.torch.containers import children
from seismograd.source.evaluate.values import Instance, Value

_DEPTH = 4


class Parts:
    """The parts of one network."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def are_whole(self, layer: Layer, following: Layer) -> bool:
        """Whether two layers belong to different parts, each of which is a network by itself."""
        first, second = (self._holders.get(id(one.value)) for one in (layer, following))
        if first is None or second is None or first is second:
            return False
        return _is_nonlinear(self._network, first) and _is_nonlinear(self._network, second)

    @cached_property
    def _holders(self) -> dict[int, Value]:
        """The first part that holds a layer, by the identity of the layer."""
        found: dict[int, Value] = {}
        for part in _parts_of(self._network.value):
            for inner in _modules(part):
                if inner is not part:
                    found.setdefault(id(inner), part)
        return found


def _parts_of(whole: Value) -> Iterable[Value]:
    """The attributes of a network, or what a container is made of."""
    if isinstance(whole, Instance):
        return whole.attributes.values()
    return children(whole) or ()


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
