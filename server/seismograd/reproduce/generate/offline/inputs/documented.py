"""Shapes that a docstring gives: "Levels (batch, past, gauges) to forecasts ..."."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction
from seismograd.reproduce.generate.offline.inputs.tensors import Kind, TensorSpec, tensor_for_name

MOST_AXES = 5
_AXIS = r"[A-Za-z_]\w{0,20}|\d{1,5}"
_SHAPE = re.compile(rf"[(\[]\s?((?:{_AXIS})(?:\s?[,x×]\s?(?:{_AXIS})){{0,4}},?)\s?[)\]]")
_SIZES = {
    **dict.fromkeys(("b", "n", "bs", "batch", "batch_size", "bsz", "rows"), "BATCH"),
    **dict.fromkeys(
        ("t", "l", "s", "length", "len", "seq", "seq_len", "time", "steps", "frames", "tokens",
         "samples", "past", "window", "points", "nodes", "max_len"),
        "LENGTH",
    ),
    **dict.fromkeys(("c", "channels", "ch", "in_channels"), "CHANNELS"),
    **dict.fromkeys(("h", "height"), "HEIGHT"),
    **dict.fromkeys(("w", "width"), "WIDTH"),
    **dict.fromkeys(("classes", "num_classes", "k", "labels"), "CLASSES"),
}  # fmt: skip
_NEAR = 60


def documented_sizes(
    function: AnyFunction | None, parameter: str, of_class: str = ""
) -> tuple[str, ...]:
    """By axis, as constants of a script; empty where the docstring says nothing of it.

    Of a method without one, that of its class may tell.
    """
    text = ((ast.get_docstring(function) if function else None) or of_class).strip()
    axes = _axes(text, parameter) or (_axes_of_only_one(text) if _is_only_one(function) else [])
    return tuple(_SIZES.get(axis, axis if axis.isdigit() else "FEATURES") for axis in axes)


def documented_tensor(function: AnyFunction | None, parameter: str) -> TensorSpec | None:
    """Its kind goes by its name."""
    sizes = documented_sizes(function, parameter)
    named = tensor_for_name(parameter)
    if not sizes or named is None:
        return None
    if named.kind is not Kind.FLOAT and len(sizes) == len(named.sizes):
        return named  # its axes are called what the project calls them
    return replace(named, sizes=sizes, is_sure=named.kind is Kind.FLOAT)


def _axes(text: str, parameter: str) -> list[str]:
    """The shape that follows the name before the line ends."""
    for mention in re.finditer(rf"(?<!\w){re.escape(parameter)}(?!\w)", text, re.IGNORECASE):
        near = text[mention.end() : mention.end() + _NEAR].partition("\n")[0]
        found = _SHAPE.search(near)
        if found and len(axes := _split(found[1])) > 1:
            return axes
    return []


def _axes_of_only_one(text: str) -> list[str]:
    """What is said first is what goes in."""
    first = text.partition("\n")[0]
    found = _SHAPE.search(first.partition("->")[0].partition(" to ")[0])
    axes = _split(found[1]) if found else []
    return axes if len(axes) > 1 else []


def _is_only_one(function: AnyFunction | None) -> bool:
    given = [a for a in function.args.args if a.arg not in ("self", "cls")] if function else []
    return len(given) == 1


def _split(axes: str) -> list[str]:
    return [one.strip().lower() for one in re.split(r"[,×]|\sx\s", axes) if one.strip()][:MOST_AXES]
