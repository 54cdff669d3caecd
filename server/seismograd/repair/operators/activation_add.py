"""Activations that are missing: between two learned layers, and on the output."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.imports import TORCH, Named, library_name, module_name, sibling_of_call
from seismograd.repair.layers.activation_edits import (
    OF_TORCH,
    TORCH_CLASSES,
    softmax_dim,
)
from seismograd.repair.layers.insert_behind import after_normalisation, insert_behind
from seismograd.repair.layers.keras_arguments import named_value
from seismograd.repair.layers.layer_sites import FEED_FORWARD, LayerSite, layer_sites
from seismograd.repair.layers.output_activations import output_options
from seismograd.repair.layers.sequence_items import is_item
from seismograd.repair.layers.wrap_call import Wrapper
from seismograd.repair.losses.trained_losses import trained_losses
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.evaluate.values import Place

HIDDEN = ("relu", "tanh", "gelu")
NONE = "linear"


class ActivationAdd(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        for site in layer_sites(context.program, FEED_FORWARD):
            if all(layer.activation == "linear" for layer in site.layers):
                options = _options(site, context)
                write = partial(_write, site, context)
                yield from offered(
                    context,
                    Parameter(f"activation after {site.name}", FaultType.AAL, "none",
                              Choices(options), write, options),
                    options[0],
                )  # fmt: skip


def _options(site: LayerSite, context: RepairContext) -> tuple[str, ...]:
    if not site.is_output:
        return HIDDEN
    units = {layer.units for layer in site.layers}
    options = output_options(trained_losses(context.program), 1 if 1 in units else None)
    return tuple(one for one in options if one != NONE)


def _write(site: LayerSite, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    new = str(value)
    setting = site.first.setting("activation")
    if setting is not None:
        edits = [named_value(one, "activation", new, context) for layer in site.layers
                 if (one := layer.setting("activation")) is not None]  # fmt: skip
        return tuple(dict.fromkeys(edit for each in edits for edit in each))
    return _of_torch(site, new)


def _of_torch(site: LayerSite, new: str) -> tuple[Edit, ...]:
    if not site.first.path.startswith("torch.nn."):
        raise CannotWrite("its library has no argument for it")
    named = Named("")
    if is_item(site.place):
        named = sibling_of_call(site.place, site.first.path, TORCH_CLASSES[new])
    tensors = after_normalisation(site)
    dim = softmax_dim(tensors[0], new)
    item = f"{named.text}({dim})"
    return (*insert_behind(tensors, item, partial(_function, new, dim)), *named.edits)


def _function(new: str, dim: str, place: Place) -> Wrapper:
    document = place.chunk.document
    is_short = new in OF_TORCH and module_name(document, "torch") is not None
    named = library_name(document, TORCH, new if is_short else f"nn.functional.{new}")
    return Wrapper(f"{named.text}(", f", {dim})" if dim else ")", named.edits)
