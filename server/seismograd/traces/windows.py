"""Robust comparisons of the beginning and the end of a series."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import TypeVar

Value = TypeVar("Value")
SHARE = 0.1
"""Of a series, for its beginning and its end: short enough to be one state of the training."""
FEWEST = 5
"""Values of a window: below that one outlier decides."""


def finite(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None and math.isfinite(value)]


def beginning(values: Sequence[Value]) -> Sequence[Value]:
    return values[: _width(values)]


def ending(values: Sequence[Value]) -> Sequence[Value]:
    return values[-_width(values) :]


def _width(values: Sequence[object]) -> int:
    return max(FEWEST, int(len(values) * SHARE))


def is_long(values: Sequence[object]) -> bool:
    """Whether beginning and end do not overlap, with something between them."""
    return len(values) >= 3 * FEWEST


def p_of_decrease(first: Sequence[float], second: Sequence[float]) -> float:
    """One-sided p that `second` is not lower than `first` (Mann-Whitney, normal approximation)."""
    n, m = len(first), len(second)
    wins = sum((a > b) + 0.5 * (a == b) for a in first for b in second)
    mean, deviation = n * m / 2, math.sqrt(n * m * (n + m + 1) / 12)
    return 1 - NormalDist().cdf((wins - mean - 0.5) / deviation) if deviation else 1.0


def thinned(values: Sequence[float], most: int = 200) -> Sequence[float]:
    """At even distances: pairwise comparisons grow with the square."""
    return values if len(values) <= most else values[:: math.ceil(len(values) / most)]
