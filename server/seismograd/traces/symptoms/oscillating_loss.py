"""A training loss that swings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from statistics import median

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import finite

STRETCHES = 20
TURNS = 0.6
"""Share of the stretches in which the course turns round; chance alone gives two thirds, but then
the turns are small."""
AMPLITUDE = 0.5
"""Of the whole range of the run, in the median turn."""
RELATIVE = 0.2
"""Of the loss itself: small turns around a good value do no harm."""


class OscillatingLoss(SymptomDetector):
    """The training loss swings up and down instead of falling.

    Over 20 stretches of the run, its mean turns round most of the time, by half of all that the
    loss ever covers.
    """

    name = "loss-oscillates"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        losses = finite(point.value for point in history.losses)
        if len(losses) < 3 * STRETCHES or len(history.optimisers) > 1:
            return
        width = len(losses) // STRETCHES
        means = [sum(losses[at * width : (at + 1) * width]) / width for at in range(STRETCHES)]
        moves = [after - before for before, after in pairwise(means)]
        turns = [abs(b) for a, b in pairwise(moves) if a * b < 0]
        whole = max(means) - min(means)
        if len(turns) < TURNS * len(moves) or not whole:
            return
        size = median(turns)
        if size > AMPLITUDE * whole and size > RELATIVE * abs(median(means)):
            yield self.symptom(
                f"The training loss swings by {size:.3g} between stretches of the run.",
                amplitude=size,
            )
