"""An interval for the mean of a few paired differences."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import NormalDist, fmean

RESAMPLES = 4_000
LEVEL = 0.95
_NORMAL = NormalDist()


def bootstrap_interval(differences: Sequence[float]) -> tuple[float, float]:
    """BCa: corrected for bias and for the skew of the sample. The same for the same numbers."""
    source = random.Random(0)
    count, mean = len(differences), fmean(differences)
    means = sorted(fmean(source.choices(differences, k=count)) for _ in range(RESAMPLES))
    below = sum(one < mean for one in means) + 0.5 * sum(one == mean for one in means)
    if below in (0, RESAMPLES) or means[0] == means[-1]:
        return means[0], means[-1]
    bias = _NORMAL.inv_cdf(below / RESAMPLES)
    skew = _acceleration(differences)
    ends = (_corrected(bias, skew, one) for one in ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    low, high = (means[min(int(end * RESAMPLES), RESAMPLES - 1)] for end in ends)
    return low, high


def _acceleration(differences: Sequence[float]) -> float:
    """From the jackknife."""
    left_out = [
        fmean([*differences[:at], *differences[at + 1 :]]) for at in range(len(differences))
    ]
    centre = fmean(left_out)
    squares = sum((centre - one) ** 2 for one in left_out)
    cubes = sum((centre - one) ** 3 for one in left_out)
    return cubes / (6 * squares**1.5) if squares else 0.0


def _corrected(bias: float, skew: float, level: float) -> float:
    point = bias + _NORMAL.inv_cdf(level)
    return _NORMAL.cdf(bias + point / (1 - skew * point))
