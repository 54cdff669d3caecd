"""Take a layer out that gives what it is given: an activation, dropout, normalisation."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from seismograd.faults import Edit
from seismograd.repair.layers.library_names import spelled_like
from seismograd.repair.layers.sequence_items import is_item, is_taken_by_number, remove_items
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Place, Tensor
from seismograd.source.rewrite import replace, replace_call


def layer_removal(built: Call, uses: Iterable[Tensor]) -> tuple[Edit, ...]:
    """From its sequence; a layer of PyTorch that has a name or a number becomes `Identity`.

    Raises `CannotWrite`.
    """
    is_torch = built.path.startswith("torch.nn.")
    if is_item(built.place) and not (is_torch and is_taken_by_number(built.place)):
        return remove_items([built.place])
    if is_torch:
        name, imports = spelled_like(built.place, "Identity", built.path)
        return (replace(built.place, f"{name}()"), *imports)
    places = {one.call.place.span: one.call.place for one in uses if one.call is not None}
    return tuple(input_instead(place) for place in places.values())


def input_instead(place: Place) -> Edit:
    """Put what goes into a call in its place. Raises `CannotWrite`."""
    call = place.node
    if isinstance(call, ast.Call) and call.args:
        return replace_call(place, Place(place.chunk, call.args[0]))
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and not call.keywords:
        return replace_call(place, Place(place.chunk, call.func.value))
    raise CannotWrite("it is not certain what goes into it")
