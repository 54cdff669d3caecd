"""Dropout: each rate where it stands, and dropout behind the hidden layers where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.settings import setting
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.setting_edits import setting_edits
from seismograd.repair.layers.dropout_calls import dropout_around, dropout_item
from seismograd.repair.layers.insert_behind import after_activation, insert_behind
from seismograd.repair.layers.keywords import keyword_of
from seismograd.repair.layers.layer_names import of_network
from seismograd.repair.layers.layer_sites import (
    FEED_FORWARD,
    LayerSite,
    SharedSetting,
    layer_sites,
    shared_settings,
)
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Numbers, Parameter, Value, as_text

RATES = Numbers(0.0, 0.8, is_linear=True)
CANDIDATES = (0.0, 0.1, 0.2, 0.5)
"""A rate of zero is the same as no dropout."""
ADDED = (0.2, 0.5)
FUNCTION = "torch.nn.functional.dropout"
UNUSUAL = 0.6
"""Rates above leave too little of a layer for most tasks."""
OTHERS = ("recurrent", "attention", "transformer")
"""Layers with a rate of their own, which is changed where it is given."""


class Dropout(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        sites = [_with_rate(one) for one in layer_sites(context.program, ("dropout", *OTHERS))]
        for shared in shared_settings(sites, "rate"):
            if shared.members[0][1].kind == "dropout" or not shared.setting.is_default:
                yield from offered(context, _rate(shared, context))
        yield from _additions(context, [one for one in sites if one.first.kind == "dropout"])


def _rate(shared: SharedSetting, context: RepairContext) -> Parameter:
    old = shared.setting.number
    candidates = tuple(rate for rate in CANDIDATES if rate != old)
    text = "" if old is None else as_text(float(old))
    write = partial(_write, shared, context)
    return Parameter(f"dropout of {shared.name}", FaultType.RCD, text, RATES, write, candidates,
                     is_unusual=old is not None and old > UNUSUAL)  # fmt: skip


def _write(shared: SharedSetting, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    path = shared.path
    keyword = "p" if path == FUNCTION else keyword_of(path, "rate")
    return setting_edits(shared.setting, keyword, as_text(value), context)


def _with_rate(site: LayerSite) -> LayerSite:
    """`F.dropout` has its rate as the second argument."""
    for layer in site.layers:
        if layer.path == FUNCTION and layer.call is not None:
            layer.settings.setdefault("rate", setting(layer.call, 1, "p", 0.5))
    return site


def _additions(context: RepairContext, present: Sequence[LayerSite]) -> Iterator[Parameter]:
    hidden = [one for one in layer_sites(context.program, FEED_FORWARD) if not one.is_output]
    networks = {id(site.network): site.network for site in hidden}
    for network in networks.values():
        own = [site for site in hidden if site.network is network]
        if not any(site.network is network for site in present):
            name = f"dropout after hidden layers{of_network(network, networks.values())}"
            found = Parameter(name, FaultType.RCD, "0", RATES, partial(_add, _dense(own)), ADDED)
            yield from offered(context, found, ADDED[0])


def _dense(sites: Sequence[LayerSite]) -> list[LayerSite]:
    """Dropout is usual between dense layers; between convolutions where there are no others."""
    return [site for site in sites if site.first.kind == "dense"] or list(sites)


def _add(sites: Sequence[LayerSite], value: Value) -> tuple[Edit, ...]:
    rate = as_text(value)
    edits: list[Edit] = []
    for site in sites:
        item, imports = dropout_item(site, rate)
        wrapping = partial(dropout_around, site, rate)
        edits += [*insert_behind(after_activation(site), item, wrapping), *imports]
    return tuple(dict.fromkeys(edits))
