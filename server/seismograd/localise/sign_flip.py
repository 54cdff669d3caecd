"""The test that a confirmation rests on: exact, and without assumptions on the spread."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

PAIRS = 5
"""The fewest whose smallest one-sided p, 1/32, lies below 0.05."""
SIGNIFICANT = 0.05
MOST_EXACT = 12
"""Pairs: there are two to the power of them sign patterns."""
MOST_PAIRS = 10
"""More of them are not tried for one change."""


@dataclass
class ErrorBudget:
    """The chance of a wrong confirmation, over all changes that are tested on one training.

    The fallback procedure: a test is made at a part of what is left, and what it was made at comes
    back only where it confirms. So the first needs five pairs, and so does every one that follows a
    confirmation; after one that failed it takes six, after two nine.
    """

    left: float = SIGNIFICANT

    @property
    def pairs(self) -> int | None:
        """That the next test needs; None where too little is left for any."""
        needed = max(PAIRS, math.ceil(-math.log2(self.left)))
        return needed if needed <= MOST_PAIRS else None

    def spend(self, pairs: int) -> None:
        """For a test with so many pairs that confirmed nothing."""
        self.left -= 0.5**pairs


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
