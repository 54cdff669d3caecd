"""The width of a layer as code for a new layer behind it."""

from __future__ import annotations

import ast

from seismograd.faults import Edit
from seismograd.repair.layers.layer_sites import LayerSite
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import ConfigConst
from seismograd.source.rewrite import replace, source_of


def width_text(site: LayerSite) -> tuple[str, tuple[Edit, ...]]:
    """With an edit that leaves the number as it is, where the new layer repeats a number: it
    makes a conflict of a patch that changes the number as well. Raises `CannotWrite`."""
    widths = {layer.units for layer in site.layers}
    setting = site.first.setting("units")
    if setting is None or setting.is_default or len(widths) != 1 or None in widths:
        raise CannotWrite("its width is not known")
    if isinstance(setting.place.node, ast.Name | ast.Attribute):
        return source_of(setting.place), ()
    if isinstance(setting.value, ConfigConst):
        raise CannotWrite("its width is computed when the program runs")
    return str(site.first.units), (replace(setting.source, source_of(setting.source)),)
