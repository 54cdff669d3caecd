"""Layers of Keras that a function builds and applies at once: `x = layers.Dense(8)(x)`."""

from __future__ import annotations

from seismograd.faults import Edit
from seismograd.repair.layers.layer_sites import LayerSite
from seismograd.repair.layers.syntax import in_method
from seismograd.repair.layers.wrap_call import Wrapper, wrap_call
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Place


def is_functional(site: LayerSite) -> bool:
    """Whether the function that builds the layers applies them, not a method of the network."""
    calls = [tensor.call for tensor, _ in site.uses]
    is_keras = site.first.path.startswith("keras.")
    return is_keras and all(one is not None and not in_method(one.place) for one in calls)


def wrap_calls(site: LayerSite, built: str) -> tuple[Edit, ...]:
    """Apply the layer that `built` makes to the outputs of others. Raises `CannotWrite`."""
    calls = [tensor.call for tensor, _ in site.uses if tensor.call is not None]
    edits = [wrap_call(one.place, around_in_function(site, built, one.place)) for one in calls]
    return tuple(dict.fromkeys(edit for several in edits for edit in several))


def around_in_function(site: LayerSite, built: str, place: Place) -> Wrapper:
    """Raises `CannotWrite`."""
    if site.network.value.place is None or in_method(place):
        raise CannotWrite("a layer that `call` builds would be new in every step")
    return Wrapper(f"{built}(", ")")
