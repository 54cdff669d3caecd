"""Where a trial that is still running will end, if it goes on at its pace."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean, median, pstdev

from seismograd.traces.history import RunHistory
from seismograd.traces.windows import finite

SHARES = (0.25, 0.4)
"""Of the training, from which its end may be foretold: the first that has come true before."""
PARTS = 3
"""Of what was measured so far: the last is compared with the one before."""
FEWEST = 2
"""Values of a part."""
SCATTER = 2.0
"""Times what values of the last part differ by: what is less may be chance."""
LOOKS = 2
"""At the last values, and without the last one: single values scatter."""
LEAST = PARTS * FEWEST + LOOKS - 1
"""Values: fewer say nothing of a pace."""
LATE = 0.5
"""Of the training: from there on, what others gained in the rest of theirs tells what is left."""
OTHERS = 3
"""Finished trainings: fewer say nothing of what a training may still gain."""
MARGIN = 1.5
"""Times the most that any of them still gained."""
POINTS = 24
"""Means of the loss: single batches scatter."""


def best_end(errors: Sequence[float], share: float) -> float | None:
    """The error at the end, if the pace stays what it was: most trainings slow down.

    `share`: of the training, that the errors are of. None where there are too few of them.
    """
    if len(errors) < LEAST:
        return None
    whole = len(errors) / share
    return min(_end(errors[: len(errors) - left_out], whole) for left_out in range(LOOKS))


def best_end_by_others(
    errors: Sequence[float], share: float, finished: Sequence[Sequence[float]]
) -> float | None:
    """The error at the end, if it gains clearly more from here on than any other training has.

    Holds for late leaps as well, where a pace tells nothing. None where too little is known.
    """
    known = [one for one in finished if could_be_foretold(one) and all(map(math.isfinite, one))]
    if share < LATE or len(errors) < LEAST or len(known) < OTHERS:
        return None
    most = max(_gained_after(share, one) for one in known)
    return min(errors[-FEWEST:]) - MARGIN * most


def _gained_after(share: float, errors: Sequence[float]) -> float:
    count = min(math.ceil(share * len(errors)), len(errors) - 1)
    return max(0.0, max(errors[max(0, count - FEWEST) : count]) - min(errors[count:]))


def has_moved(errors: Sequence[float]) -> bool:
    """Whether it is better than at first: who has only begun to learn has no pace yet."""
    first, _, now = _parts(errors)
    if not all(map(math.isfinite, (*first, *now))):
        return False
    return fmean(first) - fmean(now) > SCATTER * pstdev(now)


def could_be_foretold(errors: Sequence[float]) -> bool:
    """Whether there are enough values to look back and see."""
    return len(errors) > LEAST


def foretold_from(courses: Sequence[Sequence[float]]) -> float | None:
    """The share of trainings that are over from which on the pace would have told their ends.

    None for folds, stages, or networks that are trained one after the other, for late leaps, and
    where there are too few values to see it.
    """
    foretold = (
        share for share in SHARES if courses and all(_is_foretold(one, share) for one in courses)
    )
    return next(foretold, None)


def _is_foretold(errors: Sequence[float], share: float) -> bool:
    if not could_be_foretold(errors) or not all(map(math.isfinite, errors)):
        return False
    scatter = median(abs(one - next_) for one, next_ in pairwise(_parts(errors)[-1]))
    counts = range(math.ceil(share * len(errors)), len(errors))
    ends = [best_end(errors[:count], count / len(errors)) for count in counts]
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
