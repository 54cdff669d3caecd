"""What an experiment measured without and with a change: one line a seed, as an SVG picture."""

from __future__ import annotations

import math
from collections.abc import Iterator

from seismograd.localise.comparison import Comparison
from seismograd.reports.measures import number
from seismograd.reports.plot_axes import LEFT, TOP, WIDTH, Axis, picture, up_axis

WITHOUT, WITH = LEFT + 120, WIDTH - 220
LARGEST = 1e300


def paired_plot(comparison: Comparison) -> str | None:
    """None where no run came to an end."""
    pairs = list(zip(comparison.before, comparison.after, strict=False))
    finite = [value for pair in pairs for value in pair if abs(value) < LARGEST]
    if not finite:
        return None
    up = up_axis(finite)
    parts = [*_frame(up), *(part for pair in pairs for part in _pair(pair, up))]
    return f'<div class="pairs">{picture(parts, "Loss without and with the change, by seed")}</div>'


def _frame(up: Axis) -> Iterator[str]:
    for tick in up.ticks():
        y = up.at(tick)
        yield f'<line class="grid" x1="{LEFT}" x2="{WITH + 40}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="end" x="{LEFT - 8}" y="{y + 4:.1f}">{number(tick)}</text>'
    for x, name in ((WITHOUT, "as it is"), (WITH, "with the change")):
        yield f'<text class="middle" x="{x}" y="{up.begin + 24:.1f}">{name}</text>'


def _pair(pair: tuple[float, float], up: Axis) -> Iterator[str]:
    """A run that broke down is drawn at the top."""
    before, after = (up.at(one) if abs(one) < LARGEST else TOP for one in pair)
    kind = "curve" if pair[1] < pair[0] else "curve worse"
    yield (f'<line class="{kind}" x1="{WITHOUT}" x2="{WITH}" y1="{before:.1f}" y2="{after:.1f}"/>')
    for x, y, value in ((WITHOUT, before, pair[0]), (WITH, after, pair[1])):
        yield f'<circle class="curve-dot" cx="{x}" cy="{y:.1f}" r="4"/>'
        if not math.isfinite(value):
            yield f'<text class="middle" x="{x}" y="{y + 16:.1f}">not finite</text>'
