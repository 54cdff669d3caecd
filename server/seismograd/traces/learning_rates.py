"""The learning rate by step, as far as it is told."""

from __future__ import annotations

from seismograd.traces.events import Optimiser
from seismograd.traces.history import RunHistory


def learning_rates(history: RunHistory, optimiser: Optimiser) -> list[tuple[int, float]]:
    """Step and rate, in order; of several groups of parameters the largest."""
    mine = (one for one in history.steps if one.optimiser in (None, optimiser.optimiser))
    told = ((one.step or 0, [rate for rate in one.lr if rate is not None]) for one in mine)
    return [(step, max(rates)) for step, rates in told if rates]
