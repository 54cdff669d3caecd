"""How many axes the output of a layer has: by the source, or by what the run has seen."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.repair.context import RepairContext
from seismograd.repair.layers.layer_sites import LayerSite


def output_axes(site: LayerSite, context: RepairContext) -> int | None:
    """Of all layers that the site builds; None where it is not known or they differ."""
    shapes = [None if one.tensor is None else one.tensor.shape for one in site.layers]
    stated = {None if shape is None else len(shape) for shape in shapes}
    found = set(_seen(site, context)) if None in stated else stated
    return found.pop() if len(found) == 1 else None


def _seen(site: LayerSite, context: RepairContext) -> Iterator[int]:
    kind = site.first.path.rpartition(".")[2]
    for layer in context.history.layers.values():
        is_own = layer.type == kind and context.is_within(layer.built, site.place.span)
        if is_own and layer.output_shape:
            yield len(layer.output_shape)
