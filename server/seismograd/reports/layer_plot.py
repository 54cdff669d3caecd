"""One line a layer, over the steps, as an SVG picture with a legend."""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.reports.html_page import escape
from seismograd.reports.plot_axes import (
    across_axis,
    can_be_drawn,
    grid,
    line,
    picture,
    stretches,
    up_axis,
)
from seismograd.traces.layer_curves import LayerCurve


def layer_plot(curves: Sequence[LayerCurve], label: str) -> str | None:
    """None where there is nothing to draw. `label` is ours, names of layers are anybody's."""
    points = sorted(point for curve in curves for point in curve.points)
    finite = [point.value for point in points if can_be_drawn(point)]
    if not finite:
        return None
    across, up = across_axis(points), up_axis(finite)
    lines = [
        line(stretch, across, up, f" layer-{number}")
        for number, curve in enumerate(curves)
        for stretch in stretches(curve.points)
    ]
    return picture([*grid(across, up), *lines], label) + _legend(curves)


def _legend(curves: Sequence[LayerCurve]) -> str:
    names = (
        f'<li><i class="layer-{number}"></i>{escape(curve.name)}</li>'
        for number, curve in enumerate(curves)
    )
    return f'<ul class="legend">{"".join(names)}</ul>'
