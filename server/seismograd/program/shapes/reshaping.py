"""Operations that lay the same elements out differently."""

from __future__ import annotations

from seismograd.program.contents import is_modest
from seismograd.program.shapes.mismatch import RESHAPE, conflict, shape_text
from seismograd.program.shapes.operation import (
    Operation,
    axis_of,
    replaced,
    shape_of,
    size_of,
    sizes_of,
)
from seismograd.program.shapes.sizes import differ, fresh, known, product, quotient
from seismograd.source.evaluate.values import Const, Dim, Sequence, Shape, Size, Tensor, Value

_SCALES = frozenset({"view_as", "reshape_as"})


def reshape(operation: Operation) -> Shape:
    """One size may be -1: it takes what is left."""
    if operation.name in _SCALES:
        return shape_of(operation.inputs[1]) if len(operation.inputs) > 1 else None
    wanted = _wanted(operation)
    if wanted is None:
        return None
    shape = operation.shape
    if operation.is_keras and operation.built is not None:
        wanted = [None if shape is None else shape[0], *wanted]
    return _fitted(operation, shape, wanted)


def _wanted(operation: Operation) -> list[Size] | None:
    """The sizes asked for; None where their number is not known."""
    options = operation.call if operation.built is None else operation.built
    named = operation.given(None, "shape", "target_shape", "size", "newshape")
    values = [argument.value for argument in options.positional]
    if operation.is_function:
        values = values[1:]
    if named is not None:
        values = [named]
    if len(values) == 1 and not isinstance(values[0], Const) and size_of(values[0]) is None:
        return sizes_of(values[0])
    return None if options.open or not values else [size_of(value) for value in values]


def _fitted(operation: Operation, shape: Shape, wanted: list[Size]) -> Shape:
    open_at = [index for index, size in enumerate(wanted) if size == -1]
    if len(open_at) > 1:
        return None
    sizes = [known(size) for size in wanted]
    if shape is None:
        return tuple(fresh() if size == -1 else size for size in sizes)
    total = product(known(size) for size in shape)
    if not open_at:
        if differ(total, product(wanted)):
            _refuse(operation, shape, wanted)
        return tuple(sizes)
    others = product(size for size in wanted if size != -1)
    left = quotient(total, others)
    if left is None and _cannot_divide(shape, total, others, open_at[0]):
        _refuse(operation, shape, wanted)
    return tuple(known(left) if size == -1 else size for size in sizes)


def _cannot_divide(shape: tuple[Size, ...], total: Size, others: Size, open_at: int) -> bool:
    """Whether what is asked for does not go into what is there."""
    if isinstance(total, int) and isinstance(others, int):
        return others == 0 or total % others != 0
    if isinstance(total, Dim) and isinstance(others, Dim) and total.names == others.names:
        return total.factor % max(others.factor, 1) != 0
    example = product(shape[1:])
    if open_at or not isinstance(example, int) or not isinstance(others, int):
        return False
    # `view(-1, k)` of a batch: k must hold whole examples, or an example several k.
    return others > 0 and example % others != 0 and others % max(example, 1) != 0


def _refuse(operation: Operation, shape: tuple[Size, ...], wanted: list[Size]) -> None:
    first = operation.first
    if first is not None:
        conflict(operation, RESHAPE, shape_text(tuple(wanted)), shape_text(shape), first)


def flatten(operation: Operation) -> Shape:
    shape = operation.shape
    if shape is None:
        return None
    if operation.is_keras:
        start: int | None = 1
        end: int | None = len(shape) - 1
    else:
        first = 1 if operation.built is not None else 0
        start = axis_of(operation.integer(0, "start_dim", default=first), len(shape))
        end = axis_of(operation.integer(1, "end_dim", default=-1), len(shape))
    if start is None or end is None or start > end:
        return (*shape, 1) if operation.is_keras and len(shape) == 1 else None
    size = product(known(size) for size in shape[start : end + 1])
    return (*shape[:start], size, *shape[end + 1 :])


def unflatten(operation: Operation) -> Shape:
    shape = operation.shape
    given = operation.given(1, "unflattened_size", "sizes")
    wanted = None if given is None else sizes_of(given)
    if shape is None or wanted is None:
        return None
    axis = axis_of(operation.integer(0, "dim"), len(shape))
    if axis is None or wanted.count(-1) > 1:
        return None
    inner = _fitted(operation, (shape[axis],), wanted)
    return None if inner is None else (*shape[:axis], *inner, *shape[axis + 1 :])


def expand(operation: Operation) -> Shape:
    """Axes of size one are repeated; -1 leaves an axis alone."""
    if operation.name == "expand_as":
        return shape_of(operation.inputs[1]) if len(operation.inputs) > 1 else None
    wanted = _wanted(operation)
    shape = operation.shape
    if wanted is None or shape is None:
        return None if wanted is None else tuple(None if s == -1 else s for s in wanted)
    padded = (*([None] * (len(wanted) - len(shape))), *shape)
    if len(padded) != len(wanted):
        return None
    return tuple(old if new == -1 else new for old, new in zip(padded, wanted, strict=True))


def repeat(operation: Operation) -> Shape:
    wanted = _wanted(operation)
    shape = operation.shape
    if wanted is None or shape is None or len(wanted) < len(shape):
        return None
    padded = (*([1] * (len(wanted) - len(shape))), *shape)
    return tuple(product(pair) for pair in zip(padded, wanted, strict=True))


def repeat_interleave(operation: Operation) -> Shape:
    shape = operation.shape
    axis = None if shape is None else axis_of(operation.integer(1, "dim"), len(shape))
    if shape is None or axis is None:
        return None
    return replaced(shape, axis, product((shape[axis], size_of(operation.given(0, "repeats")))))


def repeat_vector(operation: Operation) -> Shape:
    shape = operation.shape
    if shape is None or len(shape) != 2:
        return None
    return (shape[0], size_of(operation.given(0, "n")), shape[1])


def literal_shape(value: Value | None) -> Shape:
    """The shape of nested lists of numbers, or of what is already a tensor."""
    return _nested_shape(value) if value is None or is_modest(value) else None


def _nested_shape(value: Value | None) -> Shape:
    if isinstance(value, Tensor):
        return value.shape
    if isinstance(value, Sequence):
        if value.open:
            return None
        inner = [_nested_shape(item) for item in value.items]
        if not inner:
            return (0,)
        alike = inner[0] is not None and all(shape == inner[0] for shape in inner)
        return (len(inner), *(inner[0] or ())) if alike else None
    return shape_of(value)
