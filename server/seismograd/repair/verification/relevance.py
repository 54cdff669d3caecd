"""How much better a patched training must be to call it repaired, and not just tuned."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

from seismograd.repair.objective import Direction, Objective
from seismograd.traces.metric_names import AT_MOST_ONE, words_of

OF_FAULTY, OF_HEALTHY = 0.1, 0.5
"""Of the way from the baseline to the best possible value. Nearly every healthy training can be
tuned somewhat: only what halves its error tells of a fault that the diagnosis did not see."""
SPREADS = 2.0
"""Standard deviations between seeds, where nobody knows the best possible value."""


def least_gain(
    objective: Objective, baseline: Sequence[float | None], *, is_healthy: bool
) -> float:
    """The smallest mean gain that counts; 0 where the baseline gives no value at all."""
    known = [one for one in baseline if one is not None]
    if not known:
        return 0.0
    share = OF_HEALTHY if is_healthy else OF_FAULTY
    way = way_to_best(objective, fmean(known))
    if way is not None:
        return share * way
    return SPREADS * stdev(known) if len(known) > 1 else 0.0


def way_to_best(objective: Objective, value: float) -> float | None:
    """Shares can reach 1 (or 100), errors 0; None of others."""
    if objective.direction is Direction.MIN:
        return value if value > 0 else None
    if words_of(objective.name) & AT_MOST_ONE and value <= 1.0:
        return 1.0 - value
    if not objective.is_share or value > 100:
        return None
    return (1.0 if value <= 1.0 else 100.0) - value
