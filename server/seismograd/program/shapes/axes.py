"""Operations that move, add or drop axes."""

from __future__ import annotations

from seismograd.program.shapes.operation import Operation, axis_of, size_of, sizes_of
from seismograd.program.shapes.sizes import is_unnamed
from seismograd.source.evaluate.values import Sequence, Shape, Size, integer


def permute(operation: Operation) -> Shape:
    shape = operation.shape
    order = _order(operation)
    if shape is None or order is None or len(order) != len(shape):
        return None
    axes = [axis_of(axis, len(shape)) for axis in order]
    if None in axes or len(set(axes)) != len(axes):
        return None
    return tuple(shape[axis] for axis in axes if axis is not None)


def _order(operation: Operation) -> list[int | None] | None:
    options = operation.call if operation.built is None else operation.built
    values = [argument.value for argument in options.positional]
    if operation.is_function:
        values = values[1:]
    named = operation.given(None, "dims", "perm", "axes")
    if named is not None:
        values = [named]
    if len(values) == 1 and isinstance(values[0], Sequence):
        if values[0].open:
            return None
        values = values[0].items
    order = [integer(value) for value in values]
    if operation.is_keras and operation.built is not None:
        return [0, *order]
    return order or None


def transpose(operation: Operation) -> Shape:
    shape = operation.shape
    if shape is None:
        return None
    if operation.name in ("T", "t", "H") or (operation.is_keras and not _order(operation)):
        return shape[::-1]
    if operation.name == "mT":
        return swapped(shape, -1, -2)
    if operation.is_keras:
        return permute(operation)
    return swapped(shape, operation.integer(0, "dim0"), operation.integer(1, "dim1"))


def swapped(shape: tuple[Size, ...], left: int | None, right: int | None) -> Shape:
    first, second = axis_of(left, len(shape)), axis_of(right, len(shape))
    if first is None or second is None:
        return None
    sizes = list(shape)
    sizes[first], sizes[second] = sizes[second], sizes[first]
    return tuple(sizes)


def movedim(operation: Operation) -> Shape:
    shape = operation.shape
    if shape is None:
        return None
    source = axis_of(operation.integer(0, "source"), len(shape))
    target = axis_of(operation.integer(1, "destination"), len(shape))
    if source is None or target is None:
        return None
    sizes = list(shape)
    sizes.insert(target, sizes.pop(source))
    return tuple(sizes)


def squeeze(operation: Operation) -> Shape:
    """Drops axes of size one; where the size is not known nothing is known."""
    shape = operation.shape
    if shape is None:
        return None
    given = operation.given(0, "dim", "axis")
    if given is None:
        if any(is_unnamed(size) for size in shape[1:]):
            return None
        return tuple(size for size in shape if size != 1)
    numbers = sizes_of(given) if isinstance(given, Sequence) else [size_of(given)]
    axes = [axis_of(n, len(shape)) if isinstance(n, int) else None for n in numbers or [None]]
    if any(axis is None or is_unnamed(shape[axis]) for axis in axes):
        return None
    return tuple(size for at, size in enumerate(shape) if at not in axes or size != 1)


def unsqueeze(operation: Operation) -> Shape:
    shape = operation.shape
    given = operation.given(0, "dim", "axis")
    axis = integer(given)
    if shape is None or axis is None or not -len(shape) - 1 <= axis <= len(shape):
        return None
    axis %= len(shape) + 1
    return (*shape[:axis], 1, *shape[axis:])
