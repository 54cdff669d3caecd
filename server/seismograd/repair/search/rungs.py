"""Asynchronous successive halving: at some shares of the training, only the best go on."""

from __future__ import annotations

import math
from collections import defaultdict

from seismograd.repair.search.strategy import Progress

ETA = 3
"""One of so many trials goes on; the factor of the papers on Hyperband and ASHA."""
RUNGS = (1 / 9, 1 / 3)
"""Shares of the training at which trials are compared: powers of 1/ETA. An even earlier one
would fall into the first epoch of most trainings."""


class Rungs:
    """A trial is compared with those that came to the same rung before, not with later ones:
    nobody waits."""

    def __init__(self) -> None:
        self._errors: dict[int, dict[int, float]] = defaultdict(dict)
        """By rung, then by trial: the error when the trial came to the rung."""

    def should_stop(self, trial: int, progress: Progress, first_rung: int = 0) -> bool:
        """`first_rung`: earlier ones are passed without a comparison."""
        reached = [rung for rung, share in enumerate(RUNGS) if progress.share >= share]
        new = [rung for rung in reached[first_rung:] if trial not in self._errors[rung]]
        return not all(self._passes(rung, trial, progress.error) for rung in new)

    def _passes(self, rung: int, trial: int, error: float) -> bool:
        self._errors[rung][trial] = error if math.isfinite(error) else math.inf
        if not math.isfinite(error):
            return False
        errors = self._errors[rung].values()
        # Too few to compare: the best third of two is nobody.
        return len(errors) < ETA or error <= sorted(errors)[len(errors) // ETA - 1]
