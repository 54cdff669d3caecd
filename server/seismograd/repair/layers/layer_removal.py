"""Take a layer out that gives what it is given: an activation, dropout, normalisation."""

from __future__ import annotations

from collections.abc import Iterable

from seismograd.faults import Edit
from seismograd.repair.edits.imports import sibling_of_call
from seismograd.repair.layers.sequence_items import is_item, is_taken_by_number, remove_items
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Tensor
from seismograd.source.rewrite import replace, replace_with_input


def layer_removal(built: Call, uses: Iterable[Tensor]) -> tuple[Edit, ...]:
    """From its sequence; a layer of PyTorch that has a name or a number becomes `Identity`.

    Raises `CannotWrite`.
    """
    is_torch = built.path.startswith("torch.nn.")
    if is_item(built.place) and not (is_torch and is_taken_by_number(built.place)):
        return remove_items([built.place])
    if is_torch:
        name, imports = sibling_of_call(built.place, built.path, "Identity")
        return (replace(built.place, f"{name}()"), *imports)
    calls = {one.call.place.span: one.call for one in uses if one.call is not None}
    return tuple(input_instead(call) for call in calls.values())


def input_instead(call: Call) -> Edit:
    """Put what goes into a call in its place. Raises `CannotWrite`."""
    edit = replace_with_input(call)
    if edit is None:
        raise CannotWrite("it is not certain what goes into it")
    return edit
