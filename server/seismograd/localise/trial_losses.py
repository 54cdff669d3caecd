"""What a short run is judged by."""

from __future__ import annotations

import math
from statistics import median

from seismograd.traces.history import RunHistory
from seismograd.traces.windows import finite

LAST = 5
"""A fifth of the steps: over it the loss is averaged."""


def training_loss(history: RunHistory, steps: int) -> float:
    """The median over the last fifth of the steps; infinite where it is NaN or was never seen."""
    losses = [point for point in history.data_losses if point.step < steps]
    late = [point.value for point in losses if point.step >= steps - max(1, steps // LAST)]
    known = finite(late)
    return median(known) if known and len(known) == len(late) else math.inf


def evaluation_loss(history: RunHistory) -> float:
    """Of the last evaluation; infinite where it is NaN or there was none."""
    losses = [one.loss for one in history.evaluations if one.loss is not None]
    return losses[-1] if losses and math.isfinite(losses[-1]) else math.inf


def was_altered(history: RunHistory) -> bool:
    """Whether everything that was asked for was there to be altered."""
    return all(one.applied for one in history.alterations)
