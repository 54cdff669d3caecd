"""Do NaN and infinity vanish in double precision?"""

from __future__ import annotations

import math
from collections.abc import Sequence

from seismograd.localise.interventions.question import Pair, Question, Reply
from seismograd.traces.history import RunHistory


class DoublePrecision(Question):
    """A value that fits into 64 bits and not into fewer is a matter of precision."""

    name = "double-precision"
    asks = "Does the loss stay finite in double precision?"
    yes = "Yes: what breaks down is the precision of the numbers."
    no = "No: the operation itself has no value there, or the training diverges."
    alter = ("float64",)

    def suits(self, history: RunHistory) -> bool:
        return any(not math.isfinite(point.value) for point in history.losses)

    def read(self, pairs: Sequence[Pair]) -> Reply | None:
        if any(math.isfinite(pair.losses[0]) for pair in pairs):
            return None
        finite = [math.isfinite(pair.losses[1]) for pair in pairs]
        if len(set(finite)) > 1:
            return None
        return self.reply(finite[0], f"({len(pairs)} seeds)")
