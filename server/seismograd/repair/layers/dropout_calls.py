"""Dropout as code: an item of a sequence, or a call around another one."""

from __future__ import annotations

import ast

from seismograd.repair.edits.imports import TORCH, Named, library_name, sibling_of_call
from seismograd.repair.layers.layer_sites import LayerSite
from seismograd.repair.layers.sequence_items import is_item
from seismograd.repair.layers.wrap_call import Wrapper
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Place


def dropout_item(site: LayerSite, rate: str) -> Named:
    """Raises `CannotWrite`."""
    is_keras = site.first.path.startswith("keras.")
    if not is_item(site.place) and not is_keras:
        return Named("")
    name, imports = sibling_of_call(site.place, site.first.path, "Dropout")
    return Named(f"{name}({rate})", imports)


def dropout_around(site: LayerSite, rate: str, place: Place) -> Wrapper:
    """Raises `CannotWrite`."""
    if site.first.path.startswith("keras."):
        if site.network.value.place is None or _in_method(place):
            raise CannotWrite("a layer that `call` builds would be new in every step")
        return Wrapper(f"{dropout_item(site, rate).text}(", ")")
    if not _in_method(place):
        raise CannotWrite("it is not certain when the network is in training mode there")
    function = library_name(place.chunk.document, TORCH, "nn.functional.dropout")
    return Wrapper(f"{function.text}(", f", {rate}, self.training)", function.edits)


def _in_method(place: Place) -> bool:
    """Whether a call stands in a method of a class, with the usual name for its object."""
    for node in ast.walk(ast.Module(place.chunk.statements, [])):
        if isinstance(node, ast.FunctionDef) and node.args.args[:1]:
            line = place.node.lineno  # type: ignore[attr-defined]
            is_inside = node.lineno <= line <= (node.end_lineno or 0)
            if is_inside and node.args.args[0].arg == "self":
                return True
    return False
