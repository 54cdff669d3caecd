"""Axes, grids and lines of SVG pictures."""

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
class Axis:
    """Numbers from low to high, laid out from one coordinate to another."""

    low: float
    high: float
    begin: float
    end: float
    logarithmic: bool = False

    def at(self, value: float) -> float:
        low, high, here = (self._scaled(max(v, self.low)) for v in (self.low, self.high, value))
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


def can_be_drawn(point: Point) -> bool:
    """Sums and differences of such numbers are numbers as well."""
    return abs(point.value) < _LARGEST


def across_axis(points: Sequence[Point]) -> Axis:
    low, high = points[0].step, points[-1].step
    return Axis(low, max(high, low + 1), LEFT, WIDTH - RIGHT)


def up_axis(values: Sequence[float]) -> Axis:
    """Logarithmic for a wide range of positive numbers; a zero among them is at the bottom."""
    low, high = min(values), max(values)
    least = min((value for value in values if value > 0), default=0.0)
    if low >= 0 and least and high / least > _WIDE_RANGE:
        bottom = least if low else least / 10 or least
        return Axis(bottom, high, HEIGHT - BOTTOM, TOP, logarithmic=True)
    room = (high - low) * 0.05 or abs(high) * 0.1 or 1.0
    return Axis(low - room, high + room, HEIGHT - BOTTOM, TOP)


def stretches(points: Sequence[Point]) -> list[list[Point]]:
    """Runs of finite values: where the loss is no number, the curve has a gap."""
    found: list[list[Point]] = [[]]
    for point in points:
        if can_be_drawn(point):
            found[-1].append(point)
        elif found[-1]:
            found.append([])
    return [stretch for stretch in found if stretch]


def line(stretch: Sequence[Point], across: Axis, up: Axis, kind: str = "") -> str:
    """`kind` is another class, which gives it its colour."""
    places = [(across.at(point.step), up.at(point.value)) for point in stretch]
    if len(places) == 1:
        ((x, y),) = places
        return f'<circle class="curve-dot{kind}" cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>'
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return f'<polyline class="curve{kind}" points="{path}"/>'


def mark(x: float) -> str:
    ends = f'y1="{TOP}" y2="{HEIGHT - BOTTOM}"'
    return f'<line class="alarm" x1="{x:.1f}" x2="{x:.1f}" {ends}/>'


def picture(parts: Iterable[str], label: str) -> str:
    """`label` is ours, not a stranger's."""
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{label}">{"".join(parts)}</svg>'
    )


def grid(across: Axis, up: Axis) -> Iterable[str]:
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
