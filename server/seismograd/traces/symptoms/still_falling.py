"""Training that stops too soon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from seismograd.faults import Severity
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import (
    FEWEST,
    finite,
    p_of_decrease,
    thinned,
)

FEW = 50
"""Updates: no network is trained by so few, whatever its loss does."""
LEARNED = 0.6
"""Of the loss at first: a training that gets below it has learned something by few updates."""
ENOUGH, THIRD = 9, 3
"""Losses: fewer are a demonstration, of which nothing is expected."""
FALL = 0.1
"""Of the loss, in the last fifth of the run."""
CHANCE = 0.01
NOTHING_LEFT = 0.05
"""Of the loss at first: what falls from there on is learned by heart, or noise."""


class StillFalling(SymptomDetector):
    """The training stops while the loss still falls.

    ## When it is reported
    The training ends by itself after at most {FEW} updates, or the loss falls by more than
    {FALL:.0%} in the last tenth of the run, measured against the tenth before it (p below
    {CHANCE:g}), and more than {NOTHING_LEFT:.0%} of the loss at first is left. It is called
    `hardly-any-updates` where at most {FEW} updates have left the loss above {LEARNED:.0%} of
    what it was at first.

    ## Why is this bad?
    A longer training would be better: there are too few updates, or each of them is too small.

    ## How to fix
    - Train for more epochs.
    - Raise the learning rate, or use smaller batches: both bring you further in the same number of
      epochs.
    """

    name = "too-few-updates"
    names = ("too-few-updates", "hardly-any-updates")
    severity = Severity.INFO
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        if history.end is None or not history.optimisers or len(history.optimisers) > 1:
            return
        losses = finite(point.value for point in history.data_losses)
        if history.step_count <= FEW:
            yield from self._few(history, losses)
        if len(losses) < 2 * FEWEST:
            return
        width = max(FEWEST, len(losses) // 10)
        before, last = losses[-2 * width : -width], losses[-width:]
        fall = 1 - median(last) / median(before) if median(before) > 0 else 0.0
        if median(last) < NOTHING_LEFT * median(losses[:width]):
            return
        chance = p_of_decrease(thinned(before), thinned(last))
        if fall > FALL and chance < CHANCE:
            yield self.symptom(
                f"The loss still falls when the training stops: by {fall:.0%} in its last tenth, "
                f"after {history.step_count} updates.",
                step=history.step_count,
                fall=fall,
                updates=float(history.step_count),
            )

    def _few(self, history: RunHistory, losses: Sequence[float]) -> Iterator[Symptom]:
        if not history.has_finished or not history.step_count:
            return
        has_learned = len(losses) < ENOUGH or (
            median(losses[-THIRD:]) < LEARNED * median(losses[:THIRD])
        )
        yield self.symptom(
            f"The training stops after {history.step_count} updates.",
            name="too-few-updates" if has_learned else "hardly-any-updates",
            step=history.step_count,
            updates=float(history.step_count),
        )
