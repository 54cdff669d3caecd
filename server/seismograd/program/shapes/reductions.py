"""Operations that bring an axis, or all of them, down to one value."""

from __future__ import annotations

from seismograd.program.shapes.broadcasting import elementwise
from seismograd.program.shapes.operation import (
    Operation,
    axis_of,
    replaced,
    shape_of,
    size_of,
    sizes_of,
)
from seismograd.source.evaluate.values import Sequence, Shape, Size, Tensor, Value, is_none

_AXIS_INDEX = {"norm": 1}
_KEEP_INDEX = {"norm": 2, "std": None, "var": None}


def reduction(operation: Operation) -> Shape:
    index = _AXIS_INDEX.get(operation.op, 0)
    given = operation.given(index, "dim", "axis")
    if isinstance(given, Tensor):
        return elementwise(operation)
    if operation.is_open:
        return None
    if given is None or is_none(given):
        return ()
    shape = operation.shape
    axes = _axes(given, shape)
    keep = operation.flag(_KEEP_INDEX.get(operation.op, index + 1), "keepdim", "keepdims")
    if shape is None or axes is None or keep is None:
        return None
    if keep:
        return tuple(1 if at in axes else size for at, size in enumerate(shape))
    return tuple(size for at, size in enumerate(shape) if at not in axes)


def _axes(given: Value, shape: Shape) -> set[int] | None:
    if shape is None:
        return None
    numbers = sizes_of(given) if isinstance(given, Sequence) else [size_of(given)]
    if numbers is None:
        return None
    axes = {axis_of(n, len(shape)) if isinstance(n, int) else None for n in numbers}
    return None if None in axes else {axis for axis in axes if axis is not None}


def topk(operation: Operation) -> Shape:
    shape = operation.shape
    axis = operation.integer(1, "dim", default=-1)
    if shape is None or axis is None or axis_of(axis, len(shape)) is None:
        return None
    size: Size = size_of(operation.given(0, "k"))
    return replaced(shape, axis, size)


def gather(operation: Operation) -> Shape:
    """As many values as there are indices."""
    index = operation.given(1, "index")
    return shape_of(index)


def similarity(operation: Operation) -> Shape:
    """`cosine_similarity(a, b, dim)` compares along an axis."""
    shape = elementwise(Operation("mul", operation.inputs[:2], operation.call, None))
    axis = operation.integer(0 if operation.built is not None else 1, "dim", default=1)
    at = None if shape is None else axis_of(axis, len(shape))
    if shape is None or at is None:
        return None
    return (*shape[:at], *shape[at + 1 :])
