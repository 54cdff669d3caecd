"""Joining tensors along an axis, old or new, and taking them apart again."""

from __future__ import annotations

from seismograd.program.shapes.mismatch import JOIN, conflict, shape_text
from seismograd.program.shapes.operation import (
    Operation,
    axis_of,
    replaced,
    shape_of,
    size_of,
    sizes_of,
)
from seismograd.program.shapes.sizes import differ, plus, quotient
from seismograd.source.evaluate.values import Sequence, Shape, Size, Value, integer


def _parts(operation: Operation) -> tuple[list[Value], bool]:
    """The tensors that are joined, and whether these are all."""
    inputs = list(operation.inputs)
    if len(inputs) == 1 and isinstance(inputs[0], Sequence):
        return list(inputs[0].items), not inputs[0].open
    listed = operation.call.value(0, "tensors")
    complete = not (isinstance(listed, Sequence) and listed.open)
    return inputs, complete and len(inputs) > 1


def _axis(operation: Operation, default: int) -> int | None:
    if operation.built is not None:
        return operation.integer(0, "axis", default=-1)
    found = operation.given(0, "dim", "axis")
    if found is None:
        return -1 if operation.name == "Concatenate" else default
    return integer(found)


def cat(operation: Operation) -> Shape:
    parts, complete = _parts(operation)
    shapes = [shape_of(part) for part in parts]
    known = [shape for shape in shapes if shape is not None]
    # An empty start such as `torch.empty(0)` joins with anything.
    known = [shape for shape in known if shape != (0,)] or known
    if not known:
        return None
    first = known[0]
    axis = axis_of(_axis(operation, -1 if operation.is_keras else 0), len(first))
    if axis is None:
        return None
    for part, shape in zip(parts, shapes, strict=True):
        if shape is not None and shape != (0,) and not _fits(first, shape, axis):
            conflict(operation, JOIN, shape_text(replaced(first, axis, None)),
                     shape_text(shape), part)  # fmt: skip
            return replaced(first, axis, None)
    size: Size = None
    if complete and len(known) == len(parts):
        size = 0
        for shape in known:
            size = plus(size, shape[axis])
    return replaced(_most_known(known, axis), axis, size)


def _most_known(shapes: list[tuple[Size, ...]], axis: int) -> tuple[Size, ...]:
    """The sizes of the other axes, numbers before names."""
    result = list(shapes[0])
    for shape in shapes[1:]:
        for at, size in enumerate(shape):
            if at != axis and not isinstance(result[at], int) and isinstance(size, int):
                result[at] = size
    return tuple(result)


def _fits(first: tuple[Size, ...], other: tuple[Size, ...], axis: int) -> bool:
    if len(first) != len(other):
        return False
    return not any(
        differ(left, right)
        for at, (left, right) in enumerate(zip(first, other, strict=True))
        if at != axis
    )


def stack(operation: Operation) -> Shape:
    parts, complete = _parts(operation)
    shape = next((found for part in parts if (found := shape_of(part)) is not None), None)
    axis = _axis(operation, 0)
    if shape is None or axis is None or not -len(shape) - 1 <= axis <= len(shape):
        return None
    axis %= len(shape) + 1
    listed = operation.call.value(0, "tensors")
    counted = complete or (isinstance(listed, Sequence) and not listed.open)
    return (*shape[:axis], len(parts) if counted else None, *shape[axis:])


def piece_shapes(operation: Operation) -> list[Shape]:
    """The shapes of all pieces; one that stands for all where their number is not known."""
    shape = operation.shape
    default = 0
    if operation.name == "unbind":
        return _unbound(shape, operation.integer(0, "dim", default=default))
    given = operation.given(0, "chunks", "split_size_or_sections", "split_size")
    axis = operation.integer(1, "dim", default=default)
    sections = None if given is None else sizes_of(given)
    if sections is not None:
        return [_with(shape, axis, size) for size in sections]
    number = integer(given)
    if operation.name == "chunk":
        return _chunks(shape, axis, number)
    return _equal_pieces(shape, axis, size_of(given))


def _with(shape: Shape, axis: int | None, size: Size) -> Shape:
    if shape is None or axis_of(axis, len(shape)) is None or axis is None:
        return None
    return replaced(shape, axis, size)


def _unbound(shape: Shape, axis: int | None) -> list[Shape]:
    at = None if shape is None else axis_of(axis, len(shape))
    if shape is None or at is None:
        return [None]
    size = shape[at]
    rest = (*shape[:at], *shape[at + 1 :])
    return [rest] * (size if isinstance(size, int) and 0 < size <= 64 else 1)


def _chunks(shape: Shape, axis: int | None, number: int | None) -> list[Shape]:
    if number is None or not 0 < number <= 64:
        return [None]
    at = None if shape is None or axis is None else axis_of(axis, len(shape))
    size = None if shape is None or at is None else quotient(shape[at], number)
    return [_with(shape, axis, size)] * number


def _equal_pieces(shape: Shape, axis: int | None, size: Size) -> list[Shape]:
    at = None if shape is None or axis is None else axis_of(axis, len(shape))
    whole = None if shape is None or at is None else shape[at]
    if not isinstance(whole, int) or not isinstance(size, int) or size <= 0 or whole > 64 * size:
        return [_with(shape, axis, size)]
    sizes = [size] * (whole // size) + ([whole % size] if whole % size else [])
    return [_with(shape, axis, part) for part in sizes]


def halved(shape: Shape, axis: int | None) -> Shape:
    """A shape of which one axis is half as long."""
    at = None if shape is None else axis_of(axis, len(shape))
    if shape is None or at is None:
        return None
    return replaced(shape, at, quotient(shape[at], 2))
