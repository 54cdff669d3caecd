"""One hyperparameter against the objective, a dot a trial, as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seismograd.repair.parameter import Value
from seismograd.reports.html_page import escape
from seismograd.reports.measures import number
from seismograd.reports.plot_axes import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Axis,
    picture,
    up_axis,
)

Dot = tuple[Value, float]
MARGIN = 40
MOST_NAME = 14


def slice_plot(dots: Sequence[Dot]) -> str | None:
    """Numbers by their size (on a logarithmic scale where they are positive), words side by side.

    None where there is nothing to compare.
    """
    if len(dots) < 2:
        return None
    up = up_axis([value for _, value in dots])
    places = _places([setting for setting, _ in dots])
    return picture([*_frame(up, places), *_dots(dots, places, up)], "Objective by value")


def _places(settings: Sequence[Value]) -> dict[Value, float]:
    """Where each value stands, from left to right."""
    numbers = sorted({one for one in settings if not isinstance(one, str)})
    left, right = LEFT + MARGIN, WIDTH - RIGHT - MARGIN
    if len(numbers) > 1 and len(numbers) == len(set(settings)):
        axis = Axis(numbers[0], numbers[-1], left, right, logarithmic=numbers[0] > 0)
        return {one: axis.at(one) for one in numbers}
    words = sorted(set(settings), key=str)
    step = (right - left) / max(1, len(words) - 1)
    return {one: left + step * at for at, one in enumerate(words)}


def _frame(up: Axis, places: dict[Value, float]) -> Iterator[str]:
    for tick in up.ticks():
        y = up.at(tick)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="end" x="{LEFT - 8}" y="{y + 4:.1f}">{number(tick)}</text>'
    last = -float(WIDTH)
    for setting, x in sorted(places.items(), key=lambda item: item[1]):
        if x - last >= 2 * MARGIN:
            last = x
            name = setting if isinstance(setting, str) else number(setting)
            shown = escape(name[:MOST_NAME])
            yield f'<text class="middle" x="{x:.1f}" y="{HEIGHT - BOTTOM + 22}">{shown}</text>'


def _dots(dots: Sequence[Dot], places: dict[Value, float], up: Axis) -> Iterator[str]:
    for setting, value in dots:
        y = max(up.at(value), TOP)
        yield f'<circle class="curve-dot" cx="{places[setting]:.1f}" cy="{y:.1f}" r="4"/>'
