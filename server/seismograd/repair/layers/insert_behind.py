"""Put a layer or a function behind a layer, wherever data leaves it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from seismograd.faults import Edit
from seismograd.program.flow import Flow
from seismograd.program.operations import ACTIVATIONS, NORMALISATIONS
from seismograd.repair.layers.layer_sites import LayerSite
from seismograd.repair.layers.sequence_items import insert_items, is_item
from seismograd.repair.layers.wrap_call import Wrapper, wrap_call
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Object, Place, Tensor

Wrapping = Callable[[Place], Wrapper]
"""What to write before and behind the call that applies a layer."""
ACTIVATED = NORMALISATIONS | ACTIVATIONS


def after_normalisation(site: LayerSite) -> list[Tensor]:
    """What each use of the layers gives, normalised where that comes next."""
    return [chain_behind(one, flow, NORMALISATIONS)[-1] for one, flow in site.uses]


def after_activation(site: LayerSite) -> list[Tensor]:
    """What each use of the layers gives, with the activation."""
    return [chain_behind(one, flow, ACTIVATED)[-1] for one, flow in site.uses]


def chain_behind(tensor: Tensor, flow: Flow, passing: Collection[str]) -> list[Tensor]:
    """A tensor and what only these operations make of it, one after the other."""
    found = [tensor]
    following = flow.next(tensor)
    while following is not None and following.op in passing:
        found.append(following)
        following = flow.next(following)
    return found


def insert_behind(tensors: Collection[Tensor], item: str, wrapping: Wrapping) -> tuple[Edit, ...]:
    """`item`: the layer as an item of a sequence. Raises `CannotWrite`."""
    edits: dict[Edit, None] = {}
    for tensor in tensors:
        place = item_place(tensor)
        if place is not None:
            edits.update(dict.fromkeys(insert_items(place, item)))
        elif tensor.call is not None:
            place = tensor.call.place
            edits.update(dict.fromkeys(wrap_call(place, wrapping(place))))
    if not edits:
        raise CannotWrite("it is not certain where the layer is applied")
    return tuple(edits)


def item_place(tensor: Tensor) -> Place | None:
    """Where the layer that made a tensor is an item of a sequence."""
    owner = tensor.layer
    if owner is None and tensor.inputs and isinstance(tensor.inputs[0], Tensor):
        inner = tensor.inputs[0]
        owner = inner.layer if inner.call is tensor.call else None
    place = owner.call.place if isinstance(owner, Object) else None
    return place if place is not None and is_item(place) else None
