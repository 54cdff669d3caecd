"""Activations of a program, each where the source has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.faults import Span
from seismograd.program.flow import Flow
from seismograd.program.model import Layer, Network, Program
from seismograd.program.networks import is_own_activation
from seismograd.program.operations import ACTIVATIONS, LEARNED, NORMALISATIONS, TRANSPARENT, through
from seismograd.program.settings import Setting
from seismograd.repair.layers.layer_names import layer_names, shared_name
from seismograd.repair.layers.trained_networks import trained_networks
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Const, Object, Place, Tensor

BETWEEN = NORMALISATIONS | {"adaptive_pool", "avg_pool", "dropout", "max_pool", "pad", "upsample"}
"""Operations that may stand between a layer and its activation."""
ADDED = BETWEEN | {"add"}
"""With what a block adds to its input before the activation."""
PASSING = BETWEEN | TRANSPARENT | ACTIVATIONS
GATING = frozenset({"mul", "matmul"})
"""What goes into these is a gate or the weights of attention, no activation of a layer."""


@dataclass(frozen=True, slots=True)
class ActivationSite:
    """Activations that one text makes."""

    name: str
    """Of the layers that they follow."""
    network: Network
    tensors: tuple[Tensor, ...]
    layer: Layer | None
    """The layer that applies the activation itself, by an argument of Keras."""
    is_output: bool

    @property
    def op(self) -> str:
        return self.tensors[0].op

    @property
    def call(self) -> Call | None:
        """That builds the activation where it is a layer, else that applies it."""
        built = self.tensors[0].layer
        return built.call if isinstance(built, Object) else self.tensors[0].call

    @property
    def setting(self) -> Setting | None:
        """The argument that names it."""
        return None if self.layer is None else self.layer.setting("activation")


def activation_sites(program: Program) -> list[ActivationSite]:
    """In the order in which data passes them."""
    networks = trained_networks(program)
    names = layer_names(networks)
    found: dict[Span, tuple[Network, list[Tensor], Layer | None]] = {}
    for network in networks:
        owners = {id(layer.tensor): layer for layer in network.layers}
        for tensor in network.flow.tensors:
            owner = owners.get(id(tensor.inputs[0])) if tensor.inputs else None
            span = _span(tensor, owner) if _is_of_layer(tensor, network.flow) else None
            if span is not None:
                own = owner if is_own_activation(tensor) else None
                found.setdefault(span, (network, [], own))[1].append(tensor)
    return _unique([_site(*each, names) for each in found.values()])


def _site(
    network: Network, tensors: list[Tensor], layer: Layer | None, names: dict[Span, str]
) -> ActivationSite:
    name = shared_name(_names(tensors, names)) or "the network"
    is_output = all(_is_last(tensor, network.flow) for tensor in tensors)
    return ActivationSite(name, network, tuple(tensors), layer, is_output)


def _names(tensors: list[Tensor], names: dict[Span, str]) -> Iterator[str]:
    for tensor in tensors:
        source = _source(tensor)
        built = source.layer if source is not None else None
        if isinstance(built, Object) and built.place is not None:
            name = names.get(built.place.span)
            if name is not None:
                yield name


def _unique(sites: list[ActivationSite]) -> list[ActivationSite]:
    """Two activations may follow one layer: the second is named after itself."""
    seen: set[str] = set()
    found = []
    for site in sites:
        name = site.name
        if name in seen and site.call is not None:
            name = f"{name} in line {site.call.place.span.start.line} ({site.op})"
        seen.add(name)
        found.append(ActivationSite(name, site.network, site.tensors, site.layer, site.is_output))
    return found


def _source(tensor: Tensor) -> Tensor | None:
    """The learned layer whose output goes into an activation."""
    found = through(tensor.inputs[0] if tensor.inputs else None, *ADDED, *ACTIVATIONS)
    return found if isinstance(found, Tensor) and found.op in LEARNED else None


def _is_of_layer(tensor: Tensor, flow: Flow) -> bool:
    """Or to the network: its output may be computed of several layers, such as a product."""
    if tensor.op not in ACTIVATIONS or tensor.call is None:
        return False
    if any(one.op in GATING for one in flow.consumers(tensor)):
        return False
    if _is_last(tensor, flow):
        return True
    return _source(tensor) is not None and leads_to_layer(tensor, flow)


def _is_last(tensor: Tensor, flow: Flow) -> bool:
    return flow.reaches_end(tensor, PASSING)


def leads_to_layer(tensor: Tensor, flow: Flow) -> bool:
    """Whether a learned layer comes after a tensor."""
    seen: set[int] = set()
    pending = list(flow.consumers(tensor))
    while pending:
        current = pending.pop()
        if current.op in LEARNED:
            return True
        if id(current) not in seen:
            seen.add(id(current))
            pending.extend(flow.consumers(current))
    return False


def _span(tensor: Tensor, owner: Layer | None) -> Span | None:
    """Where the activation stands: the literal that names it, its constructor, or its call."""
    if is_own_activation(tensor):
        setting = None if owner is None else owner.setting("activation")
        return None if setting is None or setting.is_default else _literal(setting)
    if isinstance(tensor.layer, Object):
        return tensor.layer.call.place.span
    return None if tensor.call is None else tensor.call.place.span


def _literal(setting: Setting) -> Span:
    is_text = isinstance(setting.value, Const) and isinstance(setting.value.place, Place)
    return setting.source.span if is_text else setting.place.span
