"""Pictures as a few numbers that can be compared: as they are, mirrored and turned."""

from __future__ import annotations

from typing import Any

FEWEST_POINTS = 4
"""Along each of the two axes of a picture: less is a table."""
MOST_CHANNELS = 4
"""Of a picture whose channels come last."""
MOST_COMPARED = 3
"""Channels that are compared: further ones hardly tell more."""
Axes = tuple[int, int]
MIRRORED = ("width", "height", "both")
"""By the axis that is mirrored; both make half a turn."""


def picture_axes(shape: tuple[int, ...]) -> Axes | None:
    """Height and width of a batch of pictures; None where it is something else."""
    if len(shape) == 3:
        axes = (1, 2)
    elif len(shape) == 4:
        axes = (1, 2) if shape[3] <= MOST_CHANNELS < shape[1] else (2, 3)
    else:
        return None
    return axes if min(shape[at] for at in axes) >= FEWEST_POINTS else None


def axes_of_size(shape: tuple[int, ...], size: tuple[int, ...]) -> Axes | None:
    """Of a batch of masks: where a picture of this height and width lies in it."""
    if len(shape) not in (3, 4):
        return None
    return next((axes for axes in ((1, 2), (2, 3)) if shape[axes[0] : axes[1] + 1] == size), None)


class Grid:
    """Points of pictures of one form, the same ones from either end of each axis."""

    def __init__(self, numpy: Any, shape: tuple[int, ...], axes: Axes, most: int) -> None:
        """`shape` is that of a batch."""
        every = numpy.arange(int(numpy.prod(shape[1:]))).reshape(1, *shape[1:])
        every = numpy.moveaxis(every, axes, (1, 2))[0]
        rows, columns = (_points(numpy, shape[at], most) for at in axes)
        some = every[rows][:, columns].reshape(len(rows), len(columns), -1)[..., :MOST_COMPARED]
        self.form: tuple[int, ...] = some.shape
        self._points = some.ravel()
        turned = _turned(numpy.arange(some.size).reshape(some.shape))
        self.turns = tuple(turned)
        """By name; the first is none."""
        self._orders = numpy.stack([order.ravel() for order in turned.values()])

    def of(self, picture: Any) -> Any:
        """Its points in a row."""
        return picture.take(self._points)

    def all_turns(self, points: Any) -> Any:
        """A row for each turn."""
        return points[..., self._orders]


def direction(numpy: Any, points: Any) -> Any:
    """The same for every brightness and contrast, and in any turn; zero where all are equal."""
    points = points.astype("float32")
    points = points - points.mean()
    size = float(numpy.sqrt(points @ points))
    return points / size if size > 0 else points


def _turned(grid: Any) -> dict[str, Any]:
    mirrored = {"": grid, "width": grid[:, ::-1], "height": grid[::-1], "both": grid[::-1, ::-1]}
    if grid.shape[0] != grid.shape[1]:
        return mirrored
    across = grid.swapaxes(0, 1)
    return {**mirrored, "quarter": across[::-1], "three quarters": across[:, ::-1]}


def _points(numpy: Any, size: int, most: int) -> Any:
    if size <= most:
        return numpy.arange(size)
    half = numpy.linspace(0, (size - 1) / 2, most // 2).astype("int64")
    return numpy.concatenate([half, size - 1 - half[::-1]])
