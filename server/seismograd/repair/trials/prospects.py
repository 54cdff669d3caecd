"""Where a trial that is still running will end, if it goes on at its pace."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean, median, pstdev

from seismograd.traces.history import RunHistory
from seismograd.traces.windows import finite

ENOUGH = 0.4
"""Of the training: who has learned nothing by then hardly ever does later."""
PARTS = 3
"""Of what was measured so far: the last is compared with the one before."""
FEWEST = 2
"""Values of a part."""
SCATTER = 2.0
"""Times what values of the last part differ by: what is less may be chance."""
LOOKS = 2
"""At the last values, and without the last one: single values scatter."""
POINTS = 24
"""Means of the loss: single batches scatter."""
LOWER = 0.03
"""Of the loss: what is less is no way out of a training that fails."""


@dataclass(frozen=True)
class Goals:
    """What the numbers of a trial have to get below; infinite where they cannot be foretold."""

    error: float = math.inf
    """Of the objective."""
    loss: float = math.inf
    """Of the training, where it is the training that fails."""

    @classmethod
    def after(
        cls,
        errors: Sequence[float],
        least_gain: float,
        losses: Sequence[float],
        *,
        is_failing: bool,
    ) -> Goals:
        """`errors` and `losses`: of the training as it is, which may be `is_failing`."""
        error = errors[-1] - least_gain if is_foretold(errors) else math.inf
        is_known = is_failing and is_foretold(losses)
        lowest = min(losses, default=math.inf)
        return cls(error, lowest - LOWER * abs(lowest) if is_known else math.inf)

    def beside(self, best: float, baseline: float, share: float) -> Goals:
        """Where another trial was better than the training as it is: a share of its gain."""
        if not best < baseline < math.inf or self.error == math.inf:
            return self
        return replace(self, error=min(self.error, baseline - share * (baseline - best)))


def best_end(errors: Sequence[float], share: float) -> float | None:
    """The error at the end, if the pace stays what it was: most trainings slow down.

    `share`: of the training, that the errors are of. None where there are too few of them.
    """
    if len(errors) < PARTS * FEWEST + LOOKS - 1 or share < ENOUGH:
        return None
    whole = len(errors) / share
    return min(_end(errors[: len(errors) - left_out], whole) for left_out in range(LOOKS))


def has_moved(errors: Sequence[float]) -> bool:
    """Whether it is better than at first: who has only begun to learn has no pace yet."""
    first, _, now = _parts(errors)
    return fmean(first) - fmean(now) > SCATTER * pstdev(now)


def is_foretold(errors: Sequence[float]) -> bool:
    """Whether the pace would have told the end of a training that is over.

    Not of folds, stages, or networks that are trained one after the other, nor of late leaps, nor
    where there are too few values to see it.
    """
    if len(errors) < PARTS * FEWEST or not all(map(math.isfinite, errors)):
        return False
    scatter = median(abs(one - next_) for one, next_ in pairwise(_parts(errors)[-1]))
    ends = [best_end(errors[:count], count / len(errors)) for count in range(1, len(errors))]
    worst = max((end for end in ends if end is not None), default=math.inf)
    return worst <= errors[-1] + SCATTER * scatter


def course_of_losses(history: RunHistory) -> list[float]:
    """Means over parts of the training so far."""
    losses = finite(point.value for point in history.data_losses)
    count = min(POINTS, len(losses))
    edges = [len(losses) * at // count for at in range(count + 1)] if count else []
    return [fmean(losses[start:end]) for start, end in pairwise(edges)]


def _end(errors: Sequence[float], whole: float) -> float:
    _, before, now = _parts(errors)
    fall = max(0.0, fmean(before) - fmean(now)) / len(now)
    left = whole - len(errors) + len(now) / 2
    return fmean(now) - fall * left


def _parts(errors: Sequence[float]) -> tuple[Sequence[float], Sequence[float], Sequence[float]]:
    width = len(errors) // PARTS
    return errors[:width], errors[-2 * width : -width], errors[-width:]
