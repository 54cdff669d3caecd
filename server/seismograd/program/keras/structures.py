"""What models are made of: shapes, inputs and outputs, and runs of models within models."""

from __future__ import annotations

from typing import NamedTuple

from seismograd.program.contents import leaves
from seismograd.program.operations import ancestors
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import (
    Const,
    Dim,
    Instance,
    Object,
    Sequence,
    Shape,
    Size,
    Tensor,
    Value,
    integer,
)

BATCH = Dim(1, ("batch",))
INPUTS = "<inputs>"
OUTPUTS = "<outputs>"
TENSORS_PER_STEP = 16
"""Tensors that are looked at in the time of one step."""
Holder = Object | Instance


class NestedRun(NamedTuple):
    """A model that was applied within another: the tensors between its input and its output."""

    model: Value
    tensors: tuple[Tensor, ...]


def shape_of(value: Value | None) -> Shape:
    """A shape given as a tuple or list; None for a size stands for any."""
    if isinstance(value, Const) and isinstance(value.value, int):
        return (value.value,)
    if not isinstance(value, Sequence) or value.open:
        return None
    return tuple(_size(item) for item in value.items)


def _size(value: Value) -> Size:
    return integer(value)


def note_nested(call: Call, model: Value, inputs: tuple[Value, ...], result: Value) -> None:
    outside = {id(tensor) for value in inputs for tensor in ancestors(value)}
    inside = tuple(tensor for output in each_tensor(result) for tensor in ancestors(output)
                   if id(tensor) not in outside)  # fmt: skip
    call.interpreter.spend((len(outside) + len(inside)) // TENSORS_PER_STEP)
    call.interpreter.notes.append(NestedRun(model, inside))


def each_tensor(value: Value | None) -> list[Tensor]:
    """The tensors in a structure of inputs or outputs, in order."""
    return [] if value is None else [part for part in leaves(value) if isinstance(part, Tensor)]
