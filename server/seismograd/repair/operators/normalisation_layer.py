"""Batch normalisation behind hidden layers, and less of what is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.operations import NORMALISATIONS
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.imports import sibling_of_call
from seismograd.repair.layers.depth import DEEP, is_plain_chain
from seismograd.repair.layers.functional_calls import is_functional, wrap_calls
from seismograd.repair.layers.in_sequence import in_sequence
from seismograd.repair.layers.insert_behind import after_normalisation
from seismograd.repair.layers.layer_names import of_network
from seismograd.repair.layers.layer_removal import layer_removal
from seismograd.repair.layers.layer_sites import FEED_FORWARD, LayerSite, layer_sites
from seismograd.repair.layers.module_attributes import (
    application,
    attribute_beside,
    is_attribute,
)
from seismograd.repair.layers.output_axes import output_axes
from seismograd.repair.layers.sequence_items import insert_items, is_item
from seismograd.repair.layers.width_text import width_text
from seismograd.repair.layers.wrap_call import Wrapper, wrap_call
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value

ADDED, REMOVED = "added", "removed"
TORCH = {"Linear": "BatchNorm1d", "Conv1d": "BatchNorm1d", "Conv2d": "BatchNorm2d",
         "Conv3d": "BatchNorm3d"}  # fmt: skip
KERAS = "BatchNormalization"
AXES = {"Linear": 2}
"""Of the output of layers that take inputs of any number of axes: batch norm takes only these."""


class NormalisationLayer(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        plain = [one for one in layer_sites(context.program, FEED_FORWARD) if _is_plain(one)]
        written: list[LayerSite] = []
        for site in plain:
            name = f"batch norm after {site.name}"
            found = list(offered(context, _addition(name, [site], context), ADDED))
            written += [site] * len(found)
            yield from found
        yield from _together(written, context)
        for site in layer_sites(context.program, NORMALISATIONS):
            name = f"{site.first.kind.replace('_', ' ')} {site.name}"
            write = partial(_remove, site)
            found_one = Parameter(name, FaultType.LAD, "", Choices((REMOVED,)), write, (REMOVED,))
            yield from offered(context, found_one, REMOVED)


def _is_plain(site: LayerSite) -> bool:
    """Whether hidden layers are not normalised yet."""
    following = {id(one) for one in after_normalisation(site)}
    return not site.is_output and following == {id(one) for one, _ in site.uses}


def _together(sites: Sequence[LayerSite], context: RepairContext) -> Iterator[Parameter]:
    networks = {id(site.network): site.network for site in sites}
    for network in networks.values():
        own = [site for site in sites if site.network is network]
        if len(own) > 1:
            name = f"batch norm after hidden layers{of_network(network, networks.values())}"
            yield from offered(context, _addition(name, own, context), ADDED)


def _addition(name: str, sites: Sequence[LayerSite], context: RepairContext) -> Parameter:
    write = partial(_add, sites, context)
    count = sum(len(site.layers) for site in sites)
    return Parameter(name, FaultType.LRM, "", Choices((ADDED,)), write, (ADDED,),
                     is_unusual=count >= DEEP and is_plain_chain(sites[0].network))  # fmt: skip


def _add(sites: Sequence[LayerSite], context: RepairContext, value: Value) -> tuple[Edit, ...]:
    return tuple(dict.fromkeys(edit for site in sites for edit in _behind(site, context)))


def _behind(site: LayerSite, context: RepairContext) -> tuple[Edit, ...]:
    is_keras = site.first.path.startswith("keras.")
    own = KERAS if is_keras else torch_class(site, context)
    name, imports = sibling_of_call(site.place, site.first.path, own)
    width, guard = ("", ()) if is_keras else width_text(site)
    return (*_written_behind(site, f"{name}({width})"), *imports, *guard)


def _written_behind(site: LayerSite, built: str) -> tuple[Edit, ...]:
    if is_item(site.place) and _is_applied_by_container(site):
        return insert_items(site.place, built)
    if is_attribute(site):
        attribute = attribute_beside(site, "norm", built)
        wrapped = wrap_call(application(site), Wrapper(f"{attribute.text}(", ")"))
        return (attribute.edit, *wrapped)
    if is_functional(site):
        return wrap_calls(site, built)
    return in_sequence(site, built)


def _is_applied_by_container(site: LayerSite) -> bool:
    """Items of a list may be applied by code of the project, which knows how many there are."""
    is_keras = site.first.path.startswith("keras.")
    places = {None if one.call is None else one.call.place.span for one, _ in site.uses}
    return is_keras or places == {site.place.span}


def torch_class(site: LayerSite, context: RepairContext) -> str:
    """The batch norm that takes what the layer takes and gives. Raises `CannotWrite`."""
    own = site.first.path.rpartition(".")[2]
    if own not in TORCH:
        raise CannotWrite(f"there is no batch norm for {own}")
    if own in AXES and output_axes(site, context) != AXES[own]:
        raise CannotWrite("the number of axes of its output is not known")
    return TORCH[own]


def _remove(site: LayerSite, value: Value) -> tuple[Edit, ...]:
    call = site.first.call
    if call is None or site.first.value is None:
        raise CannotWrite("it is not built as a layer")
    return layer_removal(call, [tensor for tensor, _ in site.uses])
