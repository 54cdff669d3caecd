"""One hidden layer less, with its activation, where the shapes still fit without it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.operations import ACTIVATIONS
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.bypass import bypass_widths
from seismograd.repair.layers.insert_behind import item_place
from seismograd.repair.layers.layer_removal import input_instead, layer_removal
from seismograd.repair.layers.layer_sites import LayerSite, layer_sites
from seismograd.repair.layers.sequence_items import is_item, is_taken_by_number, remove_items
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.evaluate.values import Object, Place, Tensor

REMOVED = "removed"


class LayerRemove(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        for site in layer_sites(context.program, ("dense",)):
            if not site.is_output:
                found = Parameter(f"layer {site.name}", FaultType.LAD, "", Choices((REMOVED,)),
                                  partial(_write, site), (REMOVED,))  # fmt: skip
                yield from offered(context, found, REMOVED)


def _write(site: LayerSite, value: Value) -> tuple[Edit, ...]:
    if len(site.layers) > 1:
        raise CannotWrite("one line builds several layers")
    widths = bypass_widths(site)
    if is_item(site.place) and not is_taken_by_number(site.place):
        return (*remove_items(_items(site)), *widths)
    return (*_from_module(site), *widths)


def _items(site: LayerSite) -> list[Place]:
    activation = _activation(site)
    place = None if activation is None else item_place(activation)
    return [site.place] if place in (None, site.place) else [site.place, place]


def _from_module(site: LayerSite) -> tuple[Edit, ...]:
    """Where methods or functions apply the layer, and its activation."""
    call, uses = site.first.call, [tensor for tensor, _ in site.uses]
    if call is None or site.first.value is None:
        raise CannotWrite("it is not built as a layer")
    if len(uses) != 1:
        raise CannotWrite("it is applied several times")
    removal = layer_removal(call, uses)
    activation = _activation(site)
    if activation is None or activation.call is uses[0].call:
        return removal
    without = _without(activation)
    if any(new.span.overlaps(one.span) for one in removal for new in without):
        raise CannotWrite("its activation is applied in the same expression")
    return (*removal, *without)


def _without(activation: Tensor) -> tuple[Edit, ...]:
    built = activation.layer
    if item_place(activation) is not None and isinstance(built, Object) and built.call is not None:
        return layer_removal(built.call, [activation])
    return () if activation.call is None else (input_instead(activation.call),)


def _activation(site: LayerSite) -> Tensor | None:
    """What comes next, if it is an activation."""
    tensor = site.first.tensor
    following = None if tensor is None else site.network.flow.next(tensor)
    return following if following is not None and following.op in ACTIVATIONS else None
