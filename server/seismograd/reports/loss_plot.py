"""The curve of the loss as an SVG picture that needs nothing but itself."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from seismograd.reports.measures import number
from seismograd.traces.curve import Point

WIDTH, HEIGHT = 900, 320
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 16, 36
_LARGEST = 1e300
_WIDE_RANGE = 100.0
"""Losses that fall by more than this are drawn on a logarithmic scale."""


@dataclass(frozen=True, slots=True)
class _Axis:
    """Numbers from low to high, laid out from one coordinate to another."""

    low: float
    high: float
    begin: float
    end: float
    logarithmic: bool = False

    def at(self, value: float) -> float:
        low, high, here = (self._scaled(v) for v in (self.low, self.high, value))
        return self.begin + (self.end - self.begin) * (here - low) / (high - low)

    def ticks(self) -> list[float]:
        if self.logarithmic:
            first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
            every = max(1, (last - first) // 6)
            powers = (10.0**power for power in range(first, last + 1, every))
            return [tick for tick in powers if self.low <= tick <= self.high]
        step = _round_step((self.high - self.low) / 5)
        first = math.ceil(self.low / step)
        return [step * n for n in range(first, math.floor(self.high / step) + 1)][:20]

    def _scaled(self, value: float) -> float:
        return math.log10(value) if self.logarithmic else value


def loss_plot(points: Sequence[Point], alarms: Iterable[int] = ()) -> str | None:
    """The picture, with a mark at every step of an alarm; None where there is nothing to draw."""
    finite = [point for point in points if _can_be_drawn(point)]
    if not finite:
        return None
    across = _across(points)
    up = _up([point.value for point in finite])
    parts = [
        *_grid(across, up),
        *(_mark(across.at(step)) for step in alarms if across.low <= step <= across.high),
        *(_line(stretch, across, up) for stretch in _stretches(points)),
    ]
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="Loss by step">{"".join(parts)}</svg>'
    )


def _can_be_drawn(point: Point) -> bool:
    """Sums and differences of such numbers are numbers as well."""
    return abs(point.value) < _LARGEST


def _across(points: Sequence[Point]) -> _Axis:
    low, high = points[0].step, points[-1].step
    return _Axis(low, max(high, low + 1), LEFT, WIDTH - RIGHT)


def _up(values: Sequence[float]) -> _Axis:
    low, high = min(values), max(values)
    if low > 0 and high / low > _WIDE_RANGE:
        return _Axis(low, high, HEIGHT - BOTTOM, TOP, logarithmic=True)
    room = (high - low) * 0.05 or abs(high) * 0.1 or 1.0
    return _Axis(low - room, high + room, HEIGHT - BOTTOM, TOP)


def _stretches(points: Sequence[Point]) -> list[list[Point]]:
    """Runs of finite values: where the loss is no number, the curve has a gap."""
    stretches: list[list[Point]] = [[]]
    for point in points:
        if _can_be_drawn(point):
            stretches[-1].append(point)
        elif stretches[-1]:
            stretches.append([])
    return [stretch for stretch in stretches if stretch]


def _line(stretch: Sequence[Point], across: _Axis, up: _Axis) -> str:
    places = [(across.at(point.step), up.at(point.value)) for point in stretch]
    if len(places) == 1:
        ((x, y),) = places
        return f'<circle class="curve-dot" cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>'
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return f'<polyline class="curve" points="{path}"/>'


def _mark(x: float) -> str:
    ends = f'y1="{TOP}" y2="{HEIGHT - BOTTOM}"'
    return f'<line class="alarm" x1="{x:.1f}" x2="{x:.1f}" {ends}/>'


def _grid(across: _Axis, up: _Axis) -> Iterable[str]:
    for tick in up.ticks():
        y = up.at(tick)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="end" x="{LEFT - 8}" y="{y + 4:.1f}">{number(tick)}</text>'
    for tick in across.ticks():
        if tick == int(tick):
            x = across.at(tick)
            yield f'<text class="middle" x="{x:.1f}" y="{HEIGHT - 14}">{int(tick):,}</text>'


def _round_step(rough: float) -> float:
    """The next of 1, 2 and 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
