"""What stands between two learned layers of a network, and the chains these pairs make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from seismograd.program.model import Layer, Network
from seismograd.program.operations import NORMALISATIONS, TRANSPARENT
from seismograd.rules.layer_facts import layer_behind
from seismograd.source.evaluate.values import Tensor

_WEIGHTED = frozenset({"conv", "conv_transpose", "dense"})
_PASSED = TRANSPARENT | NORMALISATIONS | {"avg_pool", "dropout", "max_pool"}


class Hidden(NamedTuple):
    """A learned layer, the one that follows it, and the function between them."""

    layer: Layer
    following: Layer
    activation: Tensor | None
    """None where nothing but pooling, dropout and normalisation stands between."""
    normalised: bool

    @property
    def function(self) -> str:
        return "linear" if self.activation is None else self.activation.op


def depth(network: Network) -> int:
    """How many dense and convolutional layers a network has."""
    return sum(layer.kind in _WEIGHTED for layer in network.layers)


def hidden_layers(network: Network) -> Iterator[Hidden]:
    """The learned layers whose result goes, through one function, into another learned layer."""
    for layer in network.layers:
        if layer.kind in _WEIGHTED and layer.tensor is not None:
            hidden = _followed(network, layer, layer.tensor)
            if hidden is not None:
                yield hidden


def chains(network: Network) -> Iterator[list[Hidden]]:
    """Hidden layers that follow one another, so that a gradient passes all of them."""
    found = {id(hidden.layer): hidden for hidden in hidden_layers(network)}
    inner = {id(hidden.following) for hidden in found.values()}
    for first in [key for key in found if key not in inner]:
        chain: list[Hidden] = []
        key = first
        while key in found:
            chain.append(found.pop(key))
            key = id(chain[-1].following)
        yield chain


def _followed(network: Network, layer: Layer, tensor: Tensor) -> Hidden | None:
    before = network.flow.path(tensor, _PASSED)
    if not before:
        return None
    direct = layer_behind(network, before[-1])
    if direct is not None and direct.kind in _WEIGHTED and direct is not layer:
        return Hidden(layer, direct, None, _has_normalisation(before))
    after = network.flow.path(before[-1], _PASSED)
    following = layer_behind(network, after[-1]) if after else None
    if following is None or following.kind not in _WEIGHTED:
        return None
    return Hidden(layer, following, before[-1], _has_normalisation([*before, *after]))


def _has_normalisation(steps: list[Tensor]) -> bool:
    return any(step.op in NORMALISATIONS for step in steps)
