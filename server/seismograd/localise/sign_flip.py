"""The test that a confirmation rests on: exact, and without assumptions on the spread."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

PAIRS = 5
"""The fewest whose smallest one-sided p, 1/32, lies below 0.05."""
SIGNIFICANT = 0.05
MOST_EXACT = 12
"""Pairs: there are two to the power of them sign patterns."""


def sign_flip_p(gains: Sequence[float]) -> float:
    """One-sided p of a mean gain this large, if each gain could as well have the other sign.

    An infinite gain (a run that crashed or became NaN, and no longer does) is larger than all
    others.
    """
    finite = [abs(gain) for gain in gains if math.isfinite(gain)]
    largest = 10 * sum(finite) or 1.0
    sizes = [gain if math.isfinite(gain) else math.copysign(largest, gain) for gain in gains]
    if not sizes or len(sizes) > MOST_EXACT or any(math.isnan(size) for size in sizes):
        return 1.0
    seen = sum(sizes)
    sums = [
        sum(sign * abs(size) for sign, size in zip(signs, sizes, strict=True))
        for signs in product((1, -1), repeat=len(sizes))
    ]
    margin = 1e-12 * max(1.0, abs(seen))
    return sum(one >= seen - margin for one in sums) / len(sums)
