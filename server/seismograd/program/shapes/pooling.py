"""Pooling over windows, to a fixed size, and over whole images."""

from __future__ import annotations

from seismograd.program.shapes.operation import Operation, size_of, unknown_axes
from seismograd.program.shapes.windows import Windows, layout, paddings, slide
from seismograd.source.evaluate.values import Sequence, Shape, Size, is_none


def pooling(operation: Operation) -> Shape:
    axes = operation.spatial_axes
    if axes is None:
        return None
    found = layout(operation, axes)
    if found is None:
        return unknown_axes(axes + 2)
    shape, _, start = found
    sizes = slide(operation, shape, start, _windows(operation, axes))
    return (*shape[:start], *sizes, *shape[start + axes :])


def _windows(operation: Operation, axes: int) -> Windows:
    default = 2 if operation.is_keras else None
    kernel = operation.per_axis(axes, 0, "kernel_size", "pool_size", "pool_length", default=default)
    given = operation.given(1, "stride", "strides")
    skipped = given is None or is_none(given)
    stride = kernel if skipped else operation.per_axis(axes, 1, "stride", "strides")
    is_max = operation.op == "max_pool" and not operation.is_keras
    return Windows(
        kernel,
        stride,
        paddings(operation, axes, 2),
        operation.per_axis(axes, 3, "dilation", default=1) if is_max else [1] * axes,
        operation.flag(_ceil_index(operation), "ceil_mode"),
    )


def _ceil_index(operation: Operation) -> int | None:
    if operation.is_keras:
        return None
    if operation.op == "avg_pool":
        return 3
    return 5 if operation.built is not None else 4


def adaptive(operation: Operation) -> Shape:
    """Pooling to a size that is given."""
    axes = operation.spatial_axes
    if axes is None:
        return None
    if operation.is_keras and operation.name.startswith("Global"):
        return whole(operation)
    found = layout(operation, axes)
    if found is None:
        return unknown_axes(axes + 2)
    shape, _, start = found
    sizes = _sizes(operation, axes, shape[start : start + axes])
    return (*shape[:start], *sizes, *shape[start + axes :])


def _sizes(operation: Operation, axes: int, before: tuple[Size, ...]) -> list[Size]:
    given = operation.given(0, "output_size")
    if isinstance(given, Sequence) and len(given.items) == axes and not given.open:
        return [
            before[axis] if is_none(item) else size_of(item)
            for axis, item in enumerate(given.items)
        ]
    if isinstance(given, Sequence):
        return [None] * axes
    return [size_of(given)] * axes


def whole(operation: Operation) -> Shape:
    """Pooling over all of the spatial axes."""
    axes = operation.spatial_axes
    if axes is None:
        return None
    found = layout(operation, axes)
    if found is None:
        return None
    shape, channel, start = found
    if operation.flag(None, "keepdims") is False:
        return (shape[0], shape[channel])
    return tuple(1 if start <= axis < start + axes else size for axis, size in enumerate(shape))
