"""Learned layers of a program, each where the source builds it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from seismograd.faults import Span
from seismograd.program.flow import Flow
from seismograd.program.model import Layer, Network, Program
from seismograd.program.settings import Setting
from seismograd.repair.layers.activation_sites import leads_to_layer
from seismograd.repair.layers.layer_names import (
    attribute_names,
    layer_names,
    shared_name,
    unique_names,
)
from seismograd.repair.layers.trained_networks import trained_networks
from seismograd.source.evaluate.values import Place, Tensor

FEED_FORWARD = frozenset({"dense", "conv"})
"""Layers that compute one tensor from one, and can stand in a chain."""


Member = tuple[Network, Layer]
Use = tuple[Tensor, Flow]
"""What a layer computes where it is applied, and the run of the network that this is in."""


@dataclass(frozen=True, slots=True)
class LayerSite:
    """Layers that one text builds: one, or all of a loop, a class or a helper function."""

    name: str
    members: tuple[Member, ...]

    @property
    def network(self) -> Network:
        return self.members[0][0]

    @property
    def layers(self) -> list[Layer]:
        return [layer for _, layer in self.members]

    @property
    def first(self) -> Layer:
        return self.members[0][1]

    @property
    def place(self) -> Place:
        return self.first.place

    @property
    def is_output(self) -> bool:
        """Whether one of them makes the output: no learned layer comes after it."""
        found = [(layer.tensor, network.flow) for network, layer in self.members]
        return not all(leads_to_layer(one, flow) for one, flow in found if one is not None)

    @property
    def uses(self) -> list[Use]:
        return uses_of(self.members)


def uses_of(members: Iterable[Member]) -> list[Use]:
    """What layers compute, wherever they are applied."""
    found: dict[int, Use] = {}
    for network, layer in members:
        for tensor in network.flow.tensors:
            is_own = layer.value is not None and tensor.layer is layer.value
            if is_own or tensor is layer.tensor:
                found[id(tensor)] = tensor, network.flow
    return list(found.values())


def layer_sites(program: Program, kinds: Iterable[str]) -> list[LayerSite]:
    """Those of these kinds, in the order in which data passes them."""
    networks = trained_networks(program)
    names = layer_names(networks)
    wanted = frozenset(kinds)
    found: dict[Span, list[Member]] = {}
    for network in networks:
        for layer in network.layers:
            if layer.kind in wanted:
                found.setdefault(layer.place.span, []).append((network, layer))
    return [LayerSite(names[span], tuple(members)) for span, members in found.items()]


@dataclass(frozen=True, slots=True)
class SharedSetting:
    """A setting of layers that stands in the source once."""

    name: str
    """Of the layers."""
    setting: Setting
    members: tuple[Member, ...]
    sites: tuple[LayerSite, ...]

    @property
    def path(self) -> str:
        return self.members[0][1].path

    @property
    def network(self) -> Network:
        return self.members[0][0]


def shared_settings(sites: Iterable[LayerSite], key: str) -> list[SharedSetting]:
    """The setting of this name, by the literal (or the call without it) that gives it."""
    found: dict[Span, list[tuple[LayerSite, Member, Setting]]] = {}
    for site in sites:
        for member in site.members:
            setting = member[1].setting(key)
            if setting is not None:
                found.setdefault(setting.source.span, []).append((site, member, setting))
    names = {span: shared_name(_names(own)) for span, own in found.items()}
    return [_shared(name, found[span]) for span, name in unique_names(names).items()]


def _names(own: list[tuple[LayerSite, Member, Setting]]) -> Iterator[str]:
    """A class that is used twice builds layers of different names by one text."""
    for site, (network, layer), _ in own:
        yield attribute_names(network).get(id(layer.value), site.name)


def _shared(name: str, own: list[tuple[LayerSite, Member, Setting]]) -> SharedSetting:
    sites = tuple({id(site): site for site, *_ in own}.values())
    return SharedSetting(name, own[0][2], tuple(member for _, member, _ in own), sites)
