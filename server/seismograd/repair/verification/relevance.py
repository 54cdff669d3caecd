"""How much better a patched training must be to call it repaired, and not just tuned."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from statistics import fmean, stdev

from seismograd.repair.objective import Direction, Objective
from seismograd.traces.metric_names import AT_MOST_ONE, words_of

OF_FAULTY, OF_HEALTHY, OF_FINISHED = 0.1, 0.5, 0.9
"""Of the way from the baseline to the best possible value. Nearly every healthy training can be
tuned somewhat: only what halves its error tells of a fault that the diagnosis did not see. Where
next to nothing is left of the loss as well, all tuning divides the error, and only another order of
magnitude tells."""
SPREADS = 2.0
"""Standard deviations between seeds, where nobody knows the best possible value."""


class Health(Enum):
    """Of the training as it is."""

    FAULTY = OF_FAULTY
    HEALTHY = OF_HEALTHY
    """The diagnosis finds nothing wrong."""
    FINISHED = OF_FINISHED
    """And next to nothing is left of its loss."""


def least_gain(
    objective: Objective, baseline: Sequence[float | None], health: Health, learned: float = 0.0
) -> float:
    """The smallest mean gain that counts; 0 where the baseline gives no value at all.

    `learned`: what the training as it is gains by itself, which stands for the way to the best
    possible value where nobody knows that. Of a healthy one nothing counts then: it can always be
    tuned.
    """
    known = [one for one in baseline if one is not None]
    if not known:
        return 0.0
    share: float = health.value
    if objective.direction is Direction.MAX:
        share = min(share, OF_HEALTHY)
    way = way_to_best(objective, fmean(known))
    if way is not None:
        return share * way
    if health is not Health.FAULTY:
        return math.inf
    spread = SPREADS * stdev(known) if len(known) > 1 else 0.0
    return max(spread, share * learned)


def learned_by(errors: Sequence[float]) -> float:
    """How much better the last one of a training is than the first."""
    if not errors or not math.isfinite(errors[0]) or not math.isfinite(errors[-1]):
        return 0.0
    return max(0.0, errors[0] - errors[-1])


def way_to_best(objective: Objective, value: float) -> float | None:
    """Shares can reach 1 (or 100), errors 0; None of others."""
    if objective.direction is Direction.MIN:
        return value if value > 0 else None
    if words_of(objective.name) & AT_MOST_ONE and value <= 1.0:
        return 1.0 - value
    if not objective.is_share or value > 100:
        return None
    return (1.0 if value <= 1.0 else 100.0) - value
