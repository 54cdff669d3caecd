"""How far a training has come, by its own loss."""

from __future__ import annotations

from statistics import median

from seismograd.traces.history import RunHistory
from seismograd.traces.stages import stages_of
from seismograd.traces.windows import beginning, ending, finite, is_long


def loss_left(history: RunHistory) -> float | None:
    """Of the loss at first, at the end; None where there are too few losses to tell.

    Of several trainings, of the last one.
    """
    losses = finite(point.value for point in stages_of(history)[-1].data_losses)
    if not is_long(losses):
        return None
    return median(ending(losses)) / max(median(beginning(losses)), 1e-12)
