"""Learned layers of a program, each where the source builds it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from seismograd.faults import Span
from seismograd.program.model import Layer, Network, Program
from seismograd.program.settings import Setting
from seismograd.repair.layers.activation_sites import leads_to_layer
from seismograd.repair.layers.names import layer_names, shared_name
from seismograd.repair.layers.trained_networks import trained_networks
from seismograd.source.evaluate.values import Place, Tensor

FEED_FORWARD = frozenset({"dense", "conv"})
"""Layers that compute one tensor from one, and can stand in a chain."""


@dataclass(frozen=True, slots=True)
class LayerSite:
    """Layers that one text builds: one, or all of a loop or of a helper function."""

    name: str
    network: Network
    layers: tuple[Layer, ...]

    @property
    def first(self) -> Layer:
        return self.layers[0]

    @property
    def place(self) -> Place:
        return self.first.place

    @property
    def is_output(self) -> bool:
        """Whether one of them makes the output: no learned layer comes after it."""
        flow = self.network.flow
        tensors = [layer.tensor for layer in self.layers if layer.tensor is not None]
        return not all(leads_to_layer(tensor, flow) for tensor in tensors)

    @property
    def uses(self) -> list[Tensor]:
        """What the layers compute, wherever they are applied."""
        built = {id(layer.value) for layer in self.layers if layer.value is not None}
        own = {id(layer.tensor) for layer in self.layers}
        tensors = self.network.flow.tensors
        return [one for one in tensors if id(one.layer) in built or id(one) in own]


def layer_sites(program: Program, kinds: Iterable[str]) -> list[LayerSite]:
    """Those of these kinds, in the order in which data passes them."""
    networks = trained_networks(program)
    names = layer_names(networks)
    wanted = frozenset(kinds)
    found: dict[Span, tuple[Network, list[Layer]]] = {}
    for network in networks:
        for layer in network.layers:
            if layer.kind in wanted:
                found.setdefault(layer.place.span, (network, []))[1].append(layer)
    return [
        LayerSite(names[span], network, tuple(layers)) for span, (network, layers) in found.items()
    ]


@dataclass(frozen=True, slots=True)
class SharedSetting:
    """A setting of several layers that stands in the source once."""

    name: str
    """Of the layers."""
    setting: Setting
    sites: tuple[LayerSite, ...]


def shared_settings(sites: Iterable[LayerSite], key: str) -> Iterator[SharedSetting]:
    """The setting of this name, by the literal (or the call without it) that gives it."""
    found: dict[Span, list[tuple[LayerSite, Setting]]] = {}
    for site in sites:
        for layer in site.layers:
            setting = layer.setting(key)
            if setting is not None:
                found.setdefault(setting.source.span, []).append((site, setting))
    for pairs in found.values():
        own = tuple({id(site): site for site, _ in pairs}.values())
        yield SharedSetting(shared_name(site.name for site in own), pairs[0][1], own)
