"""The width of a layer as code for a new layer behind it."""

from __future__ import annotations

import ast

from seismograd.faults import Edit
from seismograd.repair.layers.layer_sites import LayerSite
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import ConfigConst
from seismograd.source.rewrite import replace, source_of

NAMED = (ast.Attribute, ast.Name, ast.Subscript)
PARTS = (ast.BinOp, ast.Constant, ast.UnaryOp, ast.expr_context, ast.operator, ast.unaryop)


def width_text(site: LayerSite) -> tuple[str, tuple[Edit, ...]]:
    """With an edit that leaves the number as it is, where the new layer repeats a number: it
    makes a conflict of a patch that changes the number as well. Raises `CannotWrite`."""
    widths = {layer.units for layer in site.layers}
    setting = site.first.setting("units")
    if setting is None or setting.is_default or None in widths:
        raise CannotWrite("its width is not known")
    if _can_be_repeated(setting.place.node):
        return source_of(setting.place), ()
    if len(widths) != 1:
        raise CannotWrite("its width is not known")
    if isinstance(setting.value, ConfigConst):
        raise CannotWrite("its width is computed when the program runs")
    return str(site.first.units), (replace(setting.source, source_of(setting.source)),)


def _can_be_repeated(node: ast.AST) -> bool:
    """Whether an expression of names gives the same number once more."""
    if isinstance(node, ast.Name):
        return True
    return isinstance(node, NAMED) and all(isinstance(one, NAMED + PARTS) for one in ast.walk(node))
