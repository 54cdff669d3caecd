"""Fully connected layers, embeddings and one-hot codes."""

from __future__ import annotations

from seismograd.program.shapes.mismatch import (
    INPUT_WIDTH,
    RANK,
    conflict,
    last_axis_text,
    shape_text,
)
from seismograd.program.shapes.operation import Operation, replaced, shape_of, size_of
from seismograd.program.shapes.sizes import differ
from seismograd.program.shapes.widths import last_size
from seismograd.source.evaluate.values import Shape, Size, Tensor


def dense(operation: Operation) -> Shape:
    """Only the last axis changes, whatever stands before it."""
    wanted, units = _widths(operation)
    shape = operation.shape
    _check(operation, wanted)
    if not shape or operation.name == "EinsumDense":
        return None
    return replaced(shape, -1, units)


def _widths(operation: Operation) -> tuple[Size, Size]:
    if operation.is_keras:
        units = operation.given(0, "units", "output_dim")
        return None, None if operation.name == "EinsumDense" else size_of(units)
    if operation.built is None:
        return _of_weight(operation)
    if operation.name == "LazyLinear":
        return None, size_of(operation.given(0, "out_features"))
    return (
        size_of(operation.given(0, "in_features")),
        size_of(operation.given(1, "out_features")),
    )


def _of_weight(operation: Operation) -> tuple[Size, Size]:
    weight = shape_of(operation.inputs[1]) if len(operation.inputs) > 1 else None
    if operation.name != "linear" or weight is None or len(weight) != 2:
        return None, None
    return weight[1], weight[0]


def _check(operation: Operation, wanted: Size) -> None:
    first = operation.first
    got = last_size(first)
    if first is None or wanted is None:
        return
    shape = operation.shape
    if shape == () and isinstance(first, Tensor):
        conflict(operation, RANK, last_axis_text(wanted), shape_text(shape), first)
    elif differ(wanted, got):
        text = last_axis_text(got) if shape is None else shape_text(shape)
        conflict(operation, INPUT_WIDTH, last_axis_text(wanted), text, first)


def bilinear(operation: Operation) -> Shape:
    shape = operation.shape
    units = size_of(operation.given(2, "out_features"))
    return replaced(shape, -1, units) if shape else None


def embedding(operation: Operation) -> Shape:
    """Each index becomes a vector."""
    shape = operation.shape
    if operation.built is None or shape is None:
        return None
    units = size_of(operation.given(1, "embedding_dim", "output_dim"))
    if operation.name == "EmbeddingBag":
        return (shape[0], units) if len(shape) == 2 else None
    return (*shape, units)


def one_hot(operation: Operation) -> Shape:
    shape = operation.shape
    classes = size_of(operation.given(0, "num_classes", "depth"))
    if shape is None:
        return None
    return (*shape, None if classes == -1 else classes)
