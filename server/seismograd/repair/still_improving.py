"""Whether a training was still getting better when it ended, or was too short to show anything:
what a longer one is worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from seismograd.faults import FaultType
from seismograd.localise.diagnosis import Diagnosis
from seismograd.traces.history import RunHistory
from seismograd.traces.symptoms.still_falling import StillFalling
from seismograd.traces.windows import FEWEST, finite, p_of_decrease, thinned

PARTS = 5
"""Of the run: the last fifth is compared with the one before."""
SHARE = 0.1
"""Of the whole fall of the loss: what has to come from the last fifth. A loss that falls at an even
pace has twice as much there, one that has nearly settled half as much."""
CHANCE = 0.01
TELLING_STEPS = 500
"""Updates: with fewer, what learns slowly may not have begun, and a longer training is cheap."""
MONOTONE = 4
"""Values of an objective in a row that are each better than the one before: by chance it happens
once in 24 trainings."""


def is_still_improving(diagnosis: Diagnosis, errors: Sequence[float]) -> bool:
    """`errors`: of the objective, in the order of the run; lower is better."""
    symptoms = {one.name for one in diagnosis.symptoms}
    is_named = any(one.finding.fault_type is FaultType.HNE for one in diagnosis.causes)
    losses = finite(point.value for point in diagnosis.history.data_losses)
    is_told = is_named or bool(symptoms & {*StillFalling.names})
    return is_told or _is_falling(losses) or _is_monotone(finite(errors))


def times_until_telling(history: RunHistory) -> float:
    """How many times as long a training has to be to show whether it learns; 1 where it is."""
    return max(1.0, TELLING_STEPS / max(1, history.step_count))


def _is_falling(losses: Sequence[float]) -> bool:
    width = len(losses) // PARTS
    if width < FEWEST:
        return False
    first, before, last = losses[:width], losses[-2 * width : -width], losses[-width:]
    fall = median(before) - median(last)
    is_clear = p_of_decrease(thinned(before), thinned(last)) < CHANCE
    return is_clear and fall > SHARE * (median(first) - median(last)) > 0


def _is_monotone(errors: Sequence[float]) -> bool:
    late = errors[-MONOTONE:]
    return len(late) == MONOTONE and all(a > b for a, b in pairwise(late))
