"""Biases begin as the framework would have drawn them; weights as the script wants them."""

from __future__ import annotations

from . import redraw_weights


class Altered(redraw_weights.Altered):
    only_biases = True
