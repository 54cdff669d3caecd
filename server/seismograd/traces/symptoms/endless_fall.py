"""Losses that have no lowest value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from statistics import median

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import finite

STRETCHES = 5
FEWEST = 50
"""Losses."""
FAR = 100.0
"""Times the size of the loss at first, and below zero."""


class EndlessFall(SymptomDetector):
    """The loss falls below zero, faster and faster.

    ## When it is reported
    The loss ends below zero, {FAR:g} times as far from it as it was at first, and in each of the
    last {STRETCHES} parts of the run it falls further than in the one before. Runs of several
    optimisers are left out.

    ## Why is this bad?
    What is minimised has no lowest value: a term has the wrong sign, or a distance is made larger
    without bound. The other terms are lost against it.

    ## How to fix
    Check the sign of each term: a divergence is added, a likelihood is subtracted. Bound what
    should grow, with a margin or a logarithm.
    """

    name = "endless-fall"
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        losses = finite(point.value for point in history.data_losses)
        if len(losses) < FEWEST or len(history.optimisers) > 1:
            return
        ends = [len(losses) * at // STRETCHES for at in range(STRETCHES + 1)]
        parts = [median(losses[start:end]) for start, end in pairwise(ends)]
        falls = [before - after for before, after in pairwise(parts)]
        first = max(1.0, abs(losses[0]))
        if parts[-1] < -FAR * first and falls == sorted(falls) and falls[0] > 0:
            loss = next(iter(history.loss_functions), None)
            yield self.symptom(
                f"The loss falls without end, from {losses[0]:.4g} to {losses[-1]:.4g}.",
                step=ends[1],
                place=(loss.called or loss.built) if loss else None,
                last=losses[-1],
            )
