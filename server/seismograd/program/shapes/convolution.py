"""Convolutions, plain and transposed."""

from __future__ import annotations

from seismograd.program.shapes.mismatch import INPUT_CHANNELS, conflict, shape_text
from seismograd.program.shapes.operation import (
    Operation,
    replaced,
    shape_of,
    size_of,
    unknown_axes,
)
from seismograd.program.shapes.sizes import differ, times
from seismograd.program.shapes.windows import Windows, layout, paddings, slide
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Dim, Shape, Size


def convolution(operation: Operation) -> Shape:
    axes = operation.spatial_axes
    if axes is None:
        return None
    wanted, units = _channels(operation)
    found = layout(operation, axes)
    if found is None:
        return _from_scratch(operation, axes, units)
    shape, channel, start = found
    if operation.name.startswith("Depthwise"):
        units = times(shape[channel], operation.integer(3, "depth_multiplier", default=1))
    _check_channels(operation, shape, channel, wanted)
    sizes = slide(operation, shape, start, _windows(operation, axes))
    result = replaced(shape, channel, units)
    return (*result[:start], *sizes, *result[start + axes :])


def _from_scratch(operation: Operation, axes: int, units: Size) -> Shape:
    """What a layer gives whose input makes no sense."""
    channel = axes + 1 if operation.channels_last() else 1
    return replaced(unknown_axes(axes + 2), channel, units)


def _channels(operation: Operation) -> tuple[Size, Size]:
    """Channels wanted and channels made."""
    if operation.is_keras:
        return None, size_of(operation.given(0, "filters", "nb_filter"))
    if operation.built is not None:
        if operation.name.startswith("Lazy"):
            return None, size_of(operation.given(0, "out_channels"))
        return (
            size_of(operation.given(0, "in_channels")),
            size_of(operation.given(1, "out_channels")),
        )
    weight = _weight(operation)
    if weight is None or len(weight) < 2:
        return None, None
    groups = operation.integer(5, "groups", default=1)
    if operation.op == "conv_transpose":
        return weight[0], times(weight[1], groups)
    return times(weight[1], groups), weight[0]


def _weight(operation: Operation) -> Shape:
    return shape_of(operation.inputs[1]) if len(operation.inputs) > 1 else None


def _check_channels(
    operation: Operation, shape: tuple[Size, ...], channel: int, wanted: Size
) -> None:
    first = operation.first
    if first is not None and differ(wanted, shape[channel]):
        expected = replaced((None,) * len(shape), channel, wanted)
        conflict(operation, INPUT_CHANNELS, shape_text(expected), shape_text(shape), first)


def _windows(operation: Operation, axes: int) -> Windows:
    if operation.is_keras:
        return _keras_windows(operation, axes)
    shift = 2 if operation.built is not None else 1
    if operation.name.startswith("Lazy"):
        shift = 1
    return Windows(
        _kernel(operation, axes, shift),
        operation.per_axis(axes, shift + 1, "stride", default=1),
        paddings(operation, axes, shift + 2),
        operation.per_axis(axes, shift + 3, "dilation", default=1),
    )


def _keras_windows(operation: Operation, axes: int) -> Windows:
    shift = 1 if operation.name.startswith("Depthwise") else 0
    kernel = operation.per_axis(axes, 1 - shift, "kernel_size", "filter_length")
    at: int | None = 2 - shift
    if is_first_generation(operation.built) and axes > 1:
        sides = ("nb_row", "nb_col") if axes == 2 else FIRST_GENERATION_SIDES
        kernel = [operation.integer(1 + index, side) for index, side in enumerate(sides)]
        at = None
    return Windows(
        kernel,
        operation.per_axis(axes, at, "strides", "subsample", "subsample_length", default=1),
        paddings(operation, axes, 3 - shift),
        operation.per_axis(axes, None, "dilation_rate", "atrous_rate", default=1),
    )


FIRST_GENERATION_SIDES = ("kernel_dim1", "kernel_dim2", "kernel_dim3")
_FIRST_GENERATION = frozenset(
    {"border_mode", "dim_ordering", "init", "nb_col", "nb_filter", "nb_row", "subsample"}
)


def is_first_generation(built: Call | None) -> bool:
    """Keras 1 gave the sides of a kernel one by one: `Convolution2D(32, 3, 3)`."""
    return built is not None and not _FIRST_GENERATION.isdisjoint(built.keywords)


def _kernel(operation: Operation, axes: int, index: int) -> list[int | None]:
    if operation.built is not None:
        return operation.per_axis(axes, index, "kernel_size")
    weight = _weight(operation)
    if not weight or len(weight) != axes + 2:
        return [None] * axes
    return [size if isinstance(size, int) else None for size in weight[2:]]


def transposed(operation: Operation) -> Shape:
    axes = operation.spatial_axes
    if axes is None:
        return None
    wanted, units = _channels(operation)
    found = layout(operation, axes)
    if found is None:
        return _from_scratch(operation, axes, units)
    shape, channel, start = found
    _check_channels(operation, shape, channel, wanted)
    windows, extra = _transposed_windows(operation, axes)
    sizes = [
        _grown(shape[start + axis], axis, windows, extra[axis], operation.is_keras)
        for axis in range(axes)
    ]
    result = replaced(shape, channel, units)
    return (*result[:start], *sizes, *result[start + axes :])


def _transposed_windows(operation: Operation, axes: int) -> tuple[Windows, list[int | None]]:
    if operation.is_keras:
        windows = _windows(operation, axes)
        return windows, operation.per_axis(axes, None, "output_padding", default=0)
    shift = 2 if operation.built is not None else 1
    # In `torch`, `dilation` comes last for transposed convolutions: after groups, and bias.
    windows = Windows(
        _kernel(operation, axes, shift),
        operation.per_axis(axes, shift + 1, "stride", default=1),
        paddings(operation, axes, shift + 2),
        operation.per_axis(axes, 8 if operation.built is not None else 6, "dilation", default=1),
    )
    return windows, operation.per_axis(axes, shift + 3, "output_padding", default=0)


def _grown(size: Size, axis: int, windows: Windows, extra: int | None, keras: bool) -> Size:
    kernel, stride = windows.kernel[axis], windows.stride[axis]
    padding, dilation = windows.padding[axis], windows.dilation[axis]
    if size is None or kernel is None or stride is None or padding is None:
        return None
    if dilation is None or extra is None:
        return None
    if padding == -1:
        return times(size, stride)
    reach = dilation * (kernel - 1) + 1
    if keras:
        reach = max(reach, stride)
    more = reach - stride - padding + extra
    if isinstance(size, Dim):
        return times(size, stride) if more == 0 else None
    return size * stride + more
