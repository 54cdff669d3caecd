"""Making images larger or smaller: upsampling, padding, cropping, pixel shuffle."""

from __future__ import annotations

from math import isfinite

from seismograd.program.shapes.operation import Operation, sizes_of
from seismograd.program.shapes.sizes import plus, quotient, times
from seismograd.source.evaluate.values import (
    Sequence,
    Shape,
    Size,
    Value,
    integer,
    is_none,
    number,
)


def _spatial(operation: Operation, shape: tuple[Size, ...]) -> tuple[int, int]:
    """The first spatial axis and the axis after the last."""
    return (1, len(shape) - 1) if operation.channels_last() else (2, len(shape))


def upsample(operation: Operation) -> Shape:
    shape = operation.shape
    if shape is None or len(shape) < 3:
        return None
    start, end = _spatial(operation, shape)
    before = shape[start:end]
    if operation.is_keras:
        sizes = _scaled(before, operation.given(0, "size"), 2)
    elif _is_given(size := operation.given(0, "size")) and size is not None:
        listed = sizes_of(size)
        sizes = listed if listed is not None else [integer(size)] * len(before)
    else:
        sizes = _scaled(before, operation.given(1, "scale_factor"), None)
    if len(sizes) != len(before):
        return None
    return (*shape[:start], *sizes, *shape[end:])


def _is_given(value: Value | None) -> bool:
    return value is not None and not is_none(value)


def _scaled(sizes: tuple[Size, ...], given: Value | None, default: int | None) -> list[Size]:
    if isinstance(given, Sequence) and not given.open and len(given.items) == len(sizes):
        return [_times(size, item) for size, item in zip(sizes, given.items, strict=True)]
    if given is None and default is not None:
        return [times(size, default) for size in sizes]
    return [_times(size, given) for size in sizes]


def _times(size: Size, factor: Value | None) -> Size:
    known = number(factor)
    if known is None or not isfinite(known):
        return None
    if known == int(known):
        return times(size, int(known))
    return int(size * known) if isinstance(size, int) else None


def resize(operation: Operation) -> Shape:
    """Keras layers that bring images to a given height and width."""
    shape = operation.shape
    height, width = operation.given(0, "height"), operation.given(1, "width")
    if shape is None or len(shape) != 4:
        return None
    start, end = _spatial(operation, shape)
    return (*shape[:start], integer(height), integer(width), *shape[end:])


def pixel_shuffle(operation: Operation) -> Shape:
    shape = operation.shape
    factor = operation.integer(0, "upscale_factor")
    if shape is None or len(shape) < 3 or factor is None:
        return None
    *batch, channels, height, width = shape
    return (*batch, quotient(channels, factor * factor), times(height, factor),
            times(width, factor))  # fmt: skip


def pad(operation: Operation) -> Shape:
    shape = operation.shape
    if shape is None:
        return None
    if operation.is_keras and operation.built is not None:
        return _keras_margin(operation, shape, 1)
    if operation.is_keras or operation.call.path.startswith(("numpy.", "tensorflow.")):
        # These functions take a pair for each axis, which are not followed.
        return (None,) * len(shape)
    amounts = _torch_padding(operation)
    if amounts is None:
        return (None,) * len(shape)
    if len(amounts) % 2 or len(amounts) > 2 * len(shape):
        return None
    sizes = list(shape)
    for axis in range(len(amounts) // 2):
        both = plus(amounts[2 * axis], amounts[2 * axis + 1])
        sizes[-1 - axis] = plus(sizes[-1 - axis], both)
    return tuple(sizes)


def _torch_padding(operation: Operation) -> list[Size] | None:
    """What is added before and after each axis, the last axis first."""
    given = operation.given(0, "pad", "padding")
    amounts = sizes_of(given) if given is not None else None
    if amounts is not None:
        return amounts
    axes, one = operation.spatial_axes, integer(given)
    return None if axes is None or one is None else [one] * (2 * axes)


def crop(operation: Operation) -> Shape:
    shape = operation.shape
    return None if shape is None else _keras_margin(operation, shape, -1)


def _keras_margin(operation: Operation, shape: tuple[Size, ...], sign: int) -> Shape:
    start, end = _spatial(operation, shape)
    default = 0 if sign < 0 else 1
    margins = _margins(operation.given(0, "padding", "cropping"), end - start, default)
    sizes = list(shape)
    for axis, margin in enumerate(margins, start=start):
        sizes[axis] = None if margin is None else plus(sizes[axis], sign * margin)
    return tuple(sizes)


def _margins(given: Value | None, axes: int, default: int) -> list[int | None]:
    """Cells on both sides together, for each axis: one number, one each, or pairs."""
    if given is None:
        return [2 * default] * axes
    if not isinstance(given, Sequence):
        one = integer(given)
        return [None if one is None else 2 * one] * axes
    if axes == 1 and len(given.items) == 2:
        return [_both(given)]
    if len(given.items) != axes or given.open:
        return [None] * axes
    return [_both(item) for item in given.items]


def _both(item: Value) -> int | None:
    if isinstance(item, Sequence):
        sides = [integer(side) for side in item.items]
        known = [side for side in sides if side is not None]
        return sum(known) if len(known) == len(sides) == 2 else None
    one = integer(item)
    return None if one is None else 2 * one
