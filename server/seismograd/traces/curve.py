"""A curve of any length in few points, with its minima and maxima kept."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

MAX_POINTS = 2_000
_MAX_STRETCHES = (MAX_POINTS - 2) // 3
"""Each gives three points at most, and the curve has two ends."""


class Point(NamedTuple):
    step: int
    value: float


class _Stretch:
    """Neighbouring points, of which only the extremes are kept."""

    __slots__ = ("count", "high", "low", "nan")

    def __init__(self) -> None:
        self.count = 0
        self.low: Point | None = None
        self.high: Point | None = None
        self.nan: Point | None = None

    def add(self, point: Point) -> None:
        self.count += 1
        value = point.value
        if value != value:
            self.nan = self.nan or point
            return
        if self.low is None or value < self.low.value:
            self.low = point
        if self.high is None or value > self.high.value:
            self.high = point

    def points(self) -> Iterable[Point]:
        return (point for point in (self.low, self.high, self.nan) if point is not None)


class Curve:
    """Takes points in their order; where there are too many, two neighbours become one."""

    def __init__(self) -> None:
        self._stretches: list[_Stretch] = []
        self._width = 1
        self.count = 0
        self.nan_count = 0
        self.first_nan: Point | None = None
        self.first: Point | None = None
        self.last: Point | None = None
        self.best: Point | None = None
        self.worst: Point | None = None

    def add(self, step: int, value: float) -> None:
        point = Point(step, value)
        self.count += 1
        self.first = self.first or point
        self.last = point
        self._note_extremes(point)
        self._open_stretch().add(point)

    def points(self) -> list[Point]:
        """At most `MAX_POINTS`, in the order of their steps."""
        kept = {point for stretch in self._stretches for point in stretch.points()}
        kept.update(point for point in (self.first, self.last) if point is not None)
        return sorted(kept, key=lambda point: point.step)

    def _note_extremes(self, point: Point) -> None:
        if math.isnan(point.value):
            self.nan_count += 1
            self.first_nan = self.first_nan or point
        else:
            if self.best is None or point.value < self.best.value:
                self.best = point
            if self.worst is None or point.value > self.worst.value:
                self.worst = point

    def _open_stretch(self) -> _Stretch:
        if not self._stretches or self._stretches[-1].count >= self._width:
            if len(self._stretches) >= _MAX_STRETCHES:
                self._halve()
            self._stretches.append(_Stretch())
        return self._stretches[-1]

    def _halve(self) -> None:
        halved = []
        for left, right in zip(self._stretches[::2], self._stretches[1::2], strict=True):
            for point in right.points():
                left.add(point)
            left.count = 2 * self._width
            halved.append(left)
        self._stretches = halved
        self._width *= 2
