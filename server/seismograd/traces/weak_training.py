"""Whether a training has learned little: what a network does on its way is its own affair."""

from __future__ import annotations

from seismograd.traces.history import RunHistory
from seismograd.traces.progress import loss_left
from seismograd.traces.symptoms.trivial_predictor import TrivialPredictor

WEAK = 0.4
"""Of the loss at first: networks that get below it have found something to learn from."""
FEWEST_STEPS = 50
"""Demonstrations of a few steps learn nothing, and need not."""


def is_weak(history: RunHistory, most_left: float, fewest_steps: int) -> bool:
    """Whether more than `most_left` of the loss at first is left, or a guess is as good."""
    left = loss_left(history)
    if left is None or history.step_count < fewest_steps:
        return False
    return left > most_left or any(TrivialPredictor().find(history))
