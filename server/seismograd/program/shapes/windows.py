"""What convolutions and pooling share: windows that slide along the spatial axes."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.program.shapes.mismatch import KERNEL, RANK, conflict, shape_text
from seismograd.program.shapes.operation import Operation, unknown_axes
from seismograd.program.shapes.sizes import fresh, window_count
from seismograd.source.evaluate.values import Dim, Size, text


@dataclass(slots=True)
class Windows:
    """How windows slide, one entry for each axis; None where it is not known."""

    kernel: list[int | None]
    stride: list[int | None]
    padding: list[int | None]
    """Cells added before and after, together; -1 keeps the size (divided by the stride)."""
    dilation: list[int | None]
    ceil: bool | None = False

    def along(self, axis: int, size: Size) -> Size:
        """The size of an axis after the windows went over it."""
        kernel, stride, padding = self.kernel[axis], self.stride[axis], self.padding[axis]
        dilation = self.dilation[axis]
        if stride is None or padding is None or self.ceil is None:
            return None
        if padding == -1:
            return _kept(size, stride)
        if kernel is None or dilation is None:
            return None
        return window_count(size, dilation * (kernel - 1) + 1, stride, padding, self.ceil)


def _kept(size: Size, stride: int) -> Size:
    if isinstance(size, Dim):
        exact = stride > 0 and size.factor % stride == 0
        return Dim(size.factor // stride, size.names) if exact else None
    return None if size is None or stride <= 0 else -(-size // stride)


def paddings(operation: Operation, axes: int, index: int | None) -> list[int | None]:
    """Cells added on both sides together."""
    word = text(operation.given(index, "padding", "border_mode"))
    if word is not None:
        known = {"same": -1, "valid": 0, "causal": -1}.get(word.lower())
        return [known] * axes
    if operation.is_keras:
        return [0] * axes
    sides = operation.per_axis(axes, index, "padding", default=0)
    return [None if side is None else 2 * side for side in sides]


def layout(operation: Operation, axes: int) -> tuple[tuple[Size, ...], int, int] | None:
    """The input with its channel axis and first spatial axis; None where the rank is wrong.

    Inputs of unknown shape are taken for a batch.
    """
    shape = operation.shape
    if shape is None:
        shape = unknown_axes(axes + 2)
    last = operation.channels_last()
    if len(shape) != axes + 2 and (last or len(shape) != axes + 1):
        _wrong_rank(operation, axes, shape)
        return None
    channel = len(shape) - 1 if last else len(shape) - axes - 1
    return shape, channel, 1 if last else channel + 1


def _wrong_rank(operation: Operation, axes: int, shape: tuple[Size, ...]) -> None:
    first = operation.first
    if first is not None:
        expected = shape_text((None,) * (axes + 2))
        conflict(operation, RANK, expected, shape_text(shape), first)


def slide(
    operation: Operation, shape: tuple[Size, ...], start: int, windows: Windows
) -> list[Size]:
    """The spatial sizes after the windows went over them."""
    sizes: list[Size] = []
    for axis in range(len(windows.kernel)):
        size = windows.along(axis, shape[start + axis])
        if isinstance(size, int) and size < 1:
            _too_small(operation, shape, start, windows)
            size = fresh()
        sizes.append(fresh() if size is None else size)
    return sizes


def _too_small(operation: Operation, shape: tuple[Size, ...], start: int, windows: Windows) -> None:
    wanted = list(shape)
    for axis, kernel in enumerate(windows.kernel):
        wanted[start + axis] = kernel
    first = operation.first
    if first is not None:
        expected = "at least " + shape_text(tuple(wanted))
        conflict(operation, KERNEL, expected, shape_text(shape), first)
