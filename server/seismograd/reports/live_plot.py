"""The loss drawn by the same code as in the editor, inside of a page that loads nothing.

`plot/` is made from the extension's source by `make report-plot`; the licence of the library in it
stands at its top, and so in every page.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from seismograd.runs.summary_json import curve_columns
from seismograd.traces.curve import Point

_FILES = Path(__file__).parent / "plot"
_ESCAPED = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}
CONTROLS = (
    '<label id="controls" hidden><input type="checkbox" id="logarithmic"> Logarithmic</label>'
    '<div id="plot" role="img" aria-label="Loss by step"></div>'
)


def live_plot(picture: str, points: Sequence[Point], alarms: Sequence[int]) -> str:
    """A picture, which the drawing takes the place of wherever scripts are run."""
    numbers = {"curve": curve_columns(points), "alarms": list(alarms)}
    return f'<div id="picture">{picture}</div>{CONTROLS}{data_block("numbers", numbers)}'


@cache
def plot_script() -> str:
    return (_FILES / "curve.js").read_text("utf-8")


@cache
def plot_style() -> str:
    return (_FILES / "curve.css").read_text("utf-8")


@cache
def script_source() -> str:
    """What a content security policy calls our script, and no other."""
    return f"'sha256-{b64encode(sha256(plot_script().encode()).digest()).decode()}'"


def data_block(name: str, value: object) -> str:
    text = json.dumps(value, allow_nan=False, separators=(",", ":")).translate(_ESCAPED)
    return f'<script type="application/json" id="{name}">{text}</script>'
