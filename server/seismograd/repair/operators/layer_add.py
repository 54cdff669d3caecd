"""One more hidden layer of the same width behind an existing one of a sequence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.operations import ACTIVATIONS
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.insert_behind import ACTIVATED, chain_behind, item_place
from seismograd.repair.layers.layer_sites import LayerSite, layer_sites
from seismograd.repair.layers.sequence_items import insert_items, is_item
from seismograd.repair.layers.width_text import width_text
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.evaluate.values import Place, Tensor
from seismograd.source.rewrite import source_of

ADDED = "added"
LAYERS = ("torch.nn.Linear", "keras.layers.Dense")


class LayerAdd(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        for site in layer_sites(context.program, ("dense",)):
            if not site.is_output and site.first.path in LAYERS:
                found = Parameter(f"layer after {site.name}", FaultType.LRM, "",
                                  Choices((ADDED,)), partial(_write, site), (ADDED,),
                                  costs=True)  # fmt: skip
                yield from offered(context, found, ADDED)


def _write(site: LayerSite, value: Value) -> tuple[Edit, ...]:
    if not is_item(site.place):
        raise CannotWrite("it does not stand in a sequence of layers")
    if len(site.layers) > 1:
        raise CannotWrite("one line builds several layers")
    width, guard = width_text(site)
    behind = [one for one in _chain(site) if item_place(one) is not None]
    activations = [place for one in behind if one.op in ACTIVATIONS
                   and (place := item_place(one)) not in (None, site.place)]  # fmt: skip
    last = item_place(behind[-1]) or site.place
    copies = [source_of(place) for place in activations if place is not None]
    return (*insert_items(last, _layer(site, width), *copies), *guard)


def _chain(site: LayerSite) -> list[Tensor]:
    uses = site.uses
    if len(uses) != 1:
        raise CannotWrite("it is applied several times")
    return chain_behind(*uses[0], ACTIVATED)


def _layer(site: LayerSite, width: str) -> str:
    name = source_of(Place(site.place.chunk, site.place.node.func))  # type: ignore[attr-defined]
    if site.first.path.startswith("torch."):
        return f"{name}({width}, {width})"
    return f"{name}({width}{_argument(site)})"


def _argument(site: LayerSite) -> str:
    """The activation of a layer of Keras, as it is given."""
    setting = site.first.setting("activation")
    given = setting is not None and not setting.is_default
    return f", activation={source_of(setting.place)}" if given and setting is not None else ""
