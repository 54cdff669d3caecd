"""One hidden layer less, with its activation, where the shapes still fit without it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Layer
from seismograd.program.operations import ACTIVATIONS
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.insert_behind import item_place
from seismograd.repair.layers.layer_sites import LayerSite, layer_sites
from seismograd.repair.layers.sequence_items import is_item, remove_items
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.evaluate.values import Place

REMOVED = "removed"
INPUTS = ("input_shape", "input_dim")
"""Settings of the first layer of Keras, without which a network does not know its input."""


class LayerRemove(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        for site in layer_sites(context.program, ("dense",)):
            if not site.is_output:
                found = Parameter(f"layer {site.name}", FaultType.LAD, "", Choices((REMOVED,)),
                                  partial(_write, site), (REMOVED,))  # fmt: skip
                yield from offered(context, found, REMOVED)


def _write(site: LayerSite, value: Value) -> tuple[Edit, ...]:
    if not is_item(site.place):
        raise CannotWrite("it does not stand in a sequence of layers")
    if len(site.layers) > 1:
        raise CannotWrite("one line builds several layers")
    _check_widths(site.first)
    activation = _activation(site)
    return remove_items([site.place, *([] if activation is None else [activation])])


def _check_widths(layer: Layer) -> None:
    if layer.path.startswith("keras."):
        given = [one for name in INPUTS if (one := layer.setting(name)) is not None]
        if any(not one.is_default for one in given):
            raise CannotWrite("it states the shape of the input")
        return
    before = layer.setting("in_units")
    if before is None or before.integer is None or before.integer != layer.units:
        raise CannotWrite("its input is not as wide as its output")


def _activation(site: LayerSite) -> Place | None:
    """Where the activation behind it is built, as an item of a sequence."""
    tensor = site.first.tensor
    following = None if tensor is None else site.network.flow.next(tensor)
    if following is None or following.op not in ACTIVATIONS:
        return None
    place = item_place(following)
    return None if place == site.place else place
