"""Batch normalisation of what a network is given, where inputs are large."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.imports import sibling_of_call
from seismograd.repair.layers.input_norm import norm_before_network
from seismograd.repair.layers.layer_sites import FEED_FORWARD, LayerSite, layer_sites
from seismograd.repair.layers.module_attributes import application, attribute_beside
from seismograd.repair.layers.sequence_items import insert_first, is_item
from seismograd.repair.layers.trained_networks import trained_networks
from seismograd.repair.operators.input_limits import input_limits, may_need_scaling
from seismograd.repair.operators.normalisation_layer import torch_class
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import replace, source_of

NAME = "input_normalisation"
ADDED = "batch norm"
WIDTHS = ("in_features", "in_channels")


class InputNormalisation(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        if may_need_scaling(context) and _is_torch(context):
            write = partial(_write, context)
            found = Parameter(NAME, FaultType.CPP, "none", Choices((ADDED,)), write, (ADDED,),
                              is_unusual=input_limits(context) is not None)  # fmt: skip
            yield from offered(context, found)


def _is_torch(context: RepairContext) -> bool:
    return any(one.framework == "torch" for one in trained_networks(context.program))


def _write(context: RepairContext, value: Value) -> tuple[Edit, ...]:
    """Before the first layer, or before the whole network where that cannot be edited."""
    sites = layer_sites(context.program, FEED_FORWARD)
    first = [one for one in sites if one.first is one.network.layers[0]][:1]
    for site in first:
        with suppress(CannotWrite):
            return _before_layer(site, context)
    return norm_before_network(context)


def _before_layer(site: LayerSite, context: RepairContext) -> tuple[Edit, ...]:
    if len(site.layers) > 1:
        raise CannotWrite("one line builds several layers")
    name, imports = sibling_of_call(site.place, site.first.path, torch_class(site, context))
    built = f"{name}({_width(site)})"
    if is_item(site.place):
        return (*insert_first(site.place, built), *imports)
    attribute = attribute_beside(site, "input_norm", built)
    return (attribute.edit, _normalised(application(site), attribute.text), *imports)


def _width(site: LayerSite) -> str:
    """What the layer is told about its input, as the source has it."""
    call = site.place.node
    if not isinstance(call, ast.Call):
        raise CannotWrite("it is not built as a layer")
    named = [one.value for one in call.keywords if one.arg in WIDTHS]
    given = [*call.args[:1], *named]
    if not given or isinstance(given[0], ast.Starred):
        raise CannotWrite("the width of its input is not stated")
    return source_of(Place(site.place.chunk, given[0]))


def _normalised(call: Place, norm: str) -> Edit:
    assert isinstance(call.node, ast.Call)
    if len(call.node.args) != 1:
        raise CannotWrite("it is not applied to one input")
    given = Place(call.chunk, call.node.args[0])
    return replace(given, f"{norm}({source_of(given)})")
