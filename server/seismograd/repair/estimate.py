"""How long a repair will take, told before the search."""

from __future__ import annotations

import math

from seismograd.repair.options import RepairOptions
from seismograd.repair.verification.finalists import most_finalists
from seismograd.repair.verification.verify import FEWEST_SEEDS, seeds_for

LONG_S = 1800.0
"""A search that takes longer is announced."""
FEWEST = 2 + 2 * FEWEST_SEEDS
"""Trainings of the shortest repair: one without changes, one trial, and pairs to verify it."""


def estimate(training_s: float, options: RepairOptions, left_s: float = math.inf) -> str | None:
    """Whoever has a training of an hour should not learn of it after a day. None where the search
    is short, and where it fits into the seconds that are left."""
    most = most_finalists(alternatives=options.alternatives)
    checks = (most + 1) * len(seeds_for(most))
    needed_s = training_s * (options.trainings + checks)
    if needed_s < min(LONG_S, left_s):
        return None
    trainings = f"{options.trainings} trainings and up to {checks} to verify"
    length = f"one training takes {training_s:.0f} s: {trainings} take about {_text(needed_s)}"
    return f"{length}, one after the other; {_limit(training_s, options.seconds, left_s)}"


def _limit(training_s: float, seconds: float, left_s: float) -> str:
    if math.isinf(seconds):
        return "--seconds S ends earlier"
    known = f"--seconds {seconds:g} leaves time for about"
    return f"{known} {left_s / training_s:.0f} of them, and a repair needs at least {FEWEST}"


def _text(seconds: float) -> str:
    if seconds >= LONG_S:
        return f"{seconds / 3600:.1f} hours"
    return f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:.0f} s"
