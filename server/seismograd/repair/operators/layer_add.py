"""One more hidden layer of the same width behind an existing one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.operations import ACTIVATIONS
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.insert_behind import ACTIVATED, chain_behind, item_place
from seismograd.repair.layers.layer_sites import LayerSite, layer_sites
from seismograd.repair.layers.module_attributes import application, attribute_beside
from seismograd.repair.layers.sequence_items import insert_items, is_item
from seismograd.repair.layers.width_text import width_text
from seismograd.repair.layers.wrap_call import Wrapper, applied_again, wrap_call
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
    if len(site.layers) > 1:
        raise CannotWrite("one line builds several layers")
    width, guard = width_text(site)
    layer = _layer(site, width)
    return (*(_as_item if is_item(site.place) else _as_attribute)(site, layer), *guard)


def _as_item(site: LayerSite, layer: str) -> tuple[Edit, ...]:
    behind = [one for one in _chain(site) if item_place(one) is not None]
    activations = [place for one in behind if one.op in ACTIVATIONS
                   and (place := item_place(one)) not in (None, site.place)]  # fmt: skip
    last = item_place(behind[-1]) or site.place
    copies = [source_of(place) for place in activations if place is not None]
    return insert_items(last, layer, *copies)


def _as_attribute(site: LayerSite, layer: str) -> tuple[Edit, ...]:
    """With the activation of the layer that it follows, as that is applied."""
    applied = application(site)
    attribute = attribute_beside(site, "added", layer)
    behind = _chain(site)
    activated = [one.call for one in behind if one.op in ACTIVATIONS and one.call is not None]
    if not activated or behind[-1].call is None:
        raise CannotWrite("no activation follows it")
    is_own = activated[-1].place.span == applied.span
    again = Wrapper("", "") if is_own else applied_again(activated[-1])
    wrapper = Wrapper(f"{again.before}{attribute.text}(", f"){again.after}")
    return (attribute.edit, *wrap_call(behind[-1].call.place, wrapper))


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
