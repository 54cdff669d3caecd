"""The curve of the loss as an SVG picture that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from seismograd.reports.plot_axes import (
    across_axis,
    can_be_drawn,
    grid,
    line,
    mark,
    picture,
    stretches,
    up_axis,
)
from seismograd.traces.curve import Point


def loss_plot(points: Sequence[Point], alarms: Iterable[int] = ()) -> str | None:
    """The picture, with a mark at every step of an alarm; None where there is nothing to draw."""
    finite = [point for point in points if can_be_drawn(point)]
    if not finite:
        return None
    across = across_axis(points)
    up = up_axis([point.value for point in finite])
    parts = [
        *grid(across, up),
        *(mark(across.at(step)) for step in alarms if across.low <= step <= across.high),
        *(line(stretch, across, up) for stretch in stretches(points)),
    ]
    return picture(parts, "Loss by step")
