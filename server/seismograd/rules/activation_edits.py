"""Edits that take an activation away or put another in its place."""

from __future__ import annotations

import ast

from seismograd.faults import Edit, Fix
from seismograd.rules.offers import unsafe_fix
from seismograd.source.evaluate.values import Object, Place, Tensor
from seismograd.source.rewrite import (
    remove_argument,
    remove_statement,
    rename_function,
    replace,
    replace_with_input,
    source_of,
)


def removal_fixes(tensor: Tensor) -> list[Fix]:
    """The fix that hands the input of an activation on as it is."""
    edit = remove_activation(tensor)
    return unsafe_fix(f"Remove the {tensor.op}", edit)


def renaming_fixes(tensor: Tensor, names: dict[str, str]) -> list[Fix]:
    """The fix that puts another activation in the place of one, by library name."""
    edit = rename_activation(tensor, names)
    return unsafe_fix("Use another activation" if edit is None else f"Use {edit.new_text}", edit)


def remove_activation(tensor: Tensor) -> Edit | None:
    """Take an activation out, however it is spelt."""
    call = tensor.call
    if call is None or tensor.op == "linear":
        return None
    argument = own_argument(tensor)
    if argument is not None:
        return remove_argument(*argument)
    if isinstance(tensor.layer, Object) and tensor.layer.call.place.node is call.place.node:
        return _remove_item(call.place)
    return replace_with_input(call)


def own_argument(tensor: Tensor) -> tuple[Place, ast.keyword] | None:
    """The call that builds a layer and its `activation=` argument, where that made the tensor."""
    inner = tensor.inputs[0] if tensor.inputs else None
    if not isinstance(inner, Tensor) or inner.call is not tensor.call or tensor.place is None:
        return None
    built = inner.layer.call.place if isinstance(inner.layer, Object) else None
    if built is None or not isinstance(built.node, ast.Call):
        return None
    for keyword in built.node.keywords:
        if keyword.arg == "activation" and keyword.value is tensor.place.node:
            return built, keyword
    return None


def named_at(tensor: Tensor) -> Place | None:
    """The string that names an activation: of a layer's own, or of an `Activation` layer."""
    place = tensor.place if own_argument(tensor) is not None else None
    if isinstance(tensor.layer, Object) and tensor.layer.path == "keras.layers.Activation":
        given = tensor.layer.call.argument(0, "activation")
        place = None if given is None else given.place
    if place is None or not isinstance(place.node, ast.Constant):
        return None
    return place if isinstance(place.node.value, str) else None


def other_name_edit(tensor: Tensor, name: str) -> Edit | None:
    """Name another activation where one is named by a string."""
    place = named_at(tensor)
    if place is None:
        return None
    quote = source_of(place)[-1]
    return replace(place, f"{quote}{name}{quote}")


def _remove_item(place: Place) -> Edit | None:
    """Take a layer out of the container call or the `add` statement that holds it."""
    holder = _holder(place)
    if holder is None or _is_repeated(place):
        return None
    is_add = isinstance(holder.func, ast.Attribute) and holder.func.attr in ("add", "append")
    if is_add:
        return remove_statement(place)
    return remove_argument(Place(place.chunk, holder), place.node)


def _is_repeated(place: Place) -> bool:
    """Whether a loop builds more layers from the same text."""
    loops = ast.For | ast.While | ast.ListComp | ast.GeneratorExp
    return any(
        isinstance(node, loops) and any(inner is place.node for inner in ast.walk(node))
        for node in ast.walk(ast.Module(place.chunk.statements, []))
    )


def _holder(place: Place) -> ast.Call | None:
    for node in ast.walk(ast.Module(place.chunk.statements, [])):
        if isinstance(node, ast.Call) and place.node in node.args:
            return node
    return None


def rename_activation(tensor: Tensor, names: dict[str, str]) -> Edit | None:
    """Call another function or layer class instead."""
    call = tensor.layer.call if isinstance(tensor.layer, Object) else tensor.call
    if call is None or call.method.removesuffix(".__call__") not in names:
        return None
    return rename_function(call.place, call.method, names[call.method])
