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

    ## When it is reported
    Over {STRETCHES} stretches of the run, the mean of the training loss turns round in {TURNS:.0%}
    of them or more, by more than {AMPLITUDE:.0%} of the range of the whole run and more than
    {RELATIVE:.0%} of the loss itself (median).

    ## Why is this bad?
    Steps jump from one side of a minimum to the other, or batches differ so much that each undoes
    what the last one did.

    ## How to fix
    - Lower the learning rate, or the momentum.
    - Use larger batches.
    - Shuffle the training data.
    """

    name = "loss-oscillates"
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        losses = finite(point.value for point in history.data_losses)
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
