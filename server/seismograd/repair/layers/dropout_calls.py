"""Dropout as code: an item of a sequence, or a call around another one."""

from __future__ import annotations

from seismograd.repair.edits.imports import TORCH, Named, library_name, sibling_of_call
from seismograd.repair.layers.functional_calls import around_in_function
from seismograd.repair.layers.layer_sites import LayerSite
from seismograd.repair.layers.sequence_items import is_item
from seismograd.repair.layers.syntax import in_method
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
        return around_in_function(site, dropout_item(site, rate).text, place)
    if not in_method(place):
        raise CannotWrite("it is not certain when the network is in training mode there")
    function = library_name(place.chunk.document, TORCH, "nn.functional.dropout")
    return Wrapper(f"{function.text}(", f", {rate}, self.training)", function.edits)
