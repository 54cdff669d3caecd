"""Gradients that are never cleared."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

FEWEST = 3
"""Steps that were looked at."""
SHARE = 0.5
"""Of them: some loops clear gradients every second step only, or begin too late."""


class KeptGradients(SymptomDetector):
    """Gradients are not cleared between steps, and add up.

    ## When it is reported
    In {SHARE:.0%} or more of the steps that were looked at, and in {FEWEST} or more, a parameter
    still had the gradient of earlier steps before each backward pass since the step before. Passes
    that are summed up on purpose begin with an empty gradient.

    ## Why is this bad?
    The optimiser follows the sum of all gradients so far, as with a far too large learning rate.

    ## How to fix
    Call `optimizer.zero_grad()` once before the backward pass of each step; in the `train_step` of
    a Keras model on PyTorch, `self.zero_grad()`.
    """

    name = "kept-gradients"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for one in history.kept_gradients:
            steps, kept = one.steps or 0, one.kept or 0
            if steps >= FEWEST and kept >= SHARE * steps:
                yield self.symptom(
                    f"In {kept} of the first {steps} steps, gradients are added to those of "
                    "earlier steps.",
                    step=0,
                    place=one.place,
                    share=kept / steps,
                )
