"""Whether a mutant is worse than the healthy program, beyond what seeds do."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import mean, stdev

from seismograd.localise.sign_flip import SIGNIFICANT, sign_flip_p

LEAST_DROP = 0.05
"""Five points of accuracy, or of the share that is explained: less is a matter of taste."""


Qualities = Mapping[int, float | None]
"""By seed; None where the run breaks down."""


def drops(healthy: Qualities, qualities: Qualities) -> list[float]:
    """By how much each seed became worse; infinite where the run breaks down."""
    found = []
    for seed, quality in qualities.items():
        before = healthy.get(seed)
        if before is not None:
            found.append(math.inf if quality is None else before - quality)
    return found


def is_damaged(healthy: Qualities, found: Sequence[float]) -> bool:
    """One-sided sign flips over the seeds, and an effect that is larger than the seeds' own."""
    spread = [value for value in healthy.values() if value is not None]
    least = max(LEAST_DROP, 2 * stdev(spread) if len(spread) > 1 else 0.0)
    return sign_flip_p(found) <= SIGNIFICANT and mean(found) >= least
