"""Dropout as code: an item of a sequence, or a call around another one."""

from __future__ import annotations

import ast

from seismograd.repair.layers.layer_sites import LayerSite
from seismograd.repair.layers.library_names import Spelling, spelled_like
from seismograd.repair.layers.module_names import module_name
from seismograd.repair.layers.sequence_items import is_item
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Place


def dropout_item(site: LayerSite, rate: str) -> Spelling:
    """Raises `CannotWrite`."""
    is_keras = site.first.path.startswith("keras.")
    if not is_item(site.place) and not is_keras:
        return "", ()
    name, imports = spelled_like(site.place, "Dropout", site.first.path)
    return f"{name}({rate})", imports


def dropout_around(site: LayerSite, rate: str, place: Place) -> tuple[str, str]:
    """Raises `CannotWrite`."""
    if site.first.path.startswith("keras."):
        if site.network.value.place is None or _in_method(place):
            raise CannotWrite("a layer that `call` builds would be new in every step")
        return f"{dropout_item(site, rate)[0]}(", ")"
    functional = module_name(place.chunk.document, "torch.nn.functional")
    if functional is None or not _in_method(place):
        raise CannotWrite("it is not certain when the network is in training mode there")
    return f"{functional}.dropout(", f", {rate}, self.training)"


def _in_method(place: Place) -> bool:
    """Whether a call stands in a method of a class, with the usual name for its object."""
    for node in ast.walk(ast.Module(place.chunk.statements, [])):
        if isinstance(node, ast.FunctionDef) and node.args.args[:1]:
            line = place.node.lineno  # type: ignore[attr-defined]
            is_inside = node.lineno <= line <= (node.end_lineno or 0)
            if is_inside and node.args.args[0].arg == "self":
                return True
    return False
