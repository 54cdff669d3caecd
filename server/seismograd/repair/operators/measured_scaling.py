"""Inputs and targets of the size of thousands: the network scales them, by what the run has seen.

It works where data are made in ways that no operator can edit, and where the layer that takes them
has no place for batch normalisation.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.layer_sites import FEED_FORWARD, LayerSite, layer_sites
from seismograd.repair.layers.module_attributes import application
from seismograd.repair.layers.sequence_items import is_item
from seismograd.repair.losses.trained_losses import trained_losses
from seismograd.repair.operators.input_limits import may_need_scaling
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value, as_text
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import closed_source, replace, source_of
from seismograd.traces.data_facts import training_data
from seismograd.traces.events.parts import ArrayFacts

INPUT, OUTPUT = "input_scale", "output_scale"
MEASURED = "measured"
DISTANCES = frozenset({"huber", "mae", "mse"})
"""Losses whose targets may have any size."""
LARGE = 10.0
"""Targets below are in the reach of a network that starts near zero."""


class MeasuredScaling(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        sites = layer_sites(context.program, (*FEED_FORWARD, "recurrent"))
        sites = [one for one in sites if one.first.path.startswith("torch.")]
        first = [one for one in sites if one.first is one.network.layers[0]]
        last = [one for one in sites if one.is_output]
        inputs, targets = _seen(context)
        if inputs is not None and may_need_scaling(context):
            yield from _parameters(INPUT, first, inputs, context)
        if targets is not None and _is_large(targets) and _has_distance(context):
            yield from _parameters(OUTPUT, last, targets, context)


def _parameters(
    name: str, sites: list[LayerSite], facts: ArrayFacts, context: RepairContext
) -> Iterator[Parameter]:
    if len(sites) != 1:
        return
    mean, deviation = (as_text(float(one or 0.0)) for one in (facts.mean, facts.std))
    found = Parameter(
        name,
        FaultType.CPP,
        "none",
        Choices((MEASURED,)),
        partial(_write, name, sites[0], mean, deviation),
        (MEASURED,),
        also_sets=lambda value: f"mean {mean}, deviation {deviation}",
        is_unusual=True,
    )
    yield from offered(context, found)


def _seen(context: RepairContext) -> tuple[ArrayFacts | None, ArrayFacts | None]:
    """Of the first input and of the only target; None where they cannot be scaled."""
    seen = training_data(context.history)
    if seen is None:
        return None, None
    inputs = seen.inputs[0] if seen.inputs else None
    targets = seen.targets[0] if len(seen.targets) == 1 else None
    return _usable(inputs), _usable(targets)


def _usable(facts: ArrayFacts | None) -> ArrayFacts | None:
    is_known = facts is not None and facts.mean is not None and bool(facts.std)
    is_float = facts is not None and (facts.dtype or "").startswith("float")
    return facts if is_known and is_float else None


def _is_large(facts: ArrayFacts) -> bool:
    return max(abs(facts.mean or 0.0), facts.std or 0.0) > LARGE


def _has_distance(context: RepairContext) -> bool:
    kinds = {loss.kind for loss in trained_losses(context.program)}
    return bool(kinds) and kinds <= DISTANCES


def _write(name: str, site: LayerSite, mean: str, deviation: str, value: Value) -> tuple[Edit, ...]:
    if len(site.layers) > 1:
        raise CannotWrite("one line builds several layers")
    if is_item(site.place):
        raise CannotWrite("its layer is part of a sequence")
    call = application(site)
    if name == OUTPUT:
        return (replace(call, f"({source_of(call)} * {deviation} + {mean})"),)
    assert isinstance(call.node, ast.Call)
    if not call.node.args or isinstance(call.node.args[0], ast.Starred):
        raise CannotWrite("it is not applied to one input")
    given = Place(call.chunk, call.node.args[0])
    return (replace(given, f"({closed_source(given)} - {mean}) / {deviation}"),)
