"""Gradients that are never cleared."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

FEWEST = 3
"""Steps that were looked at."""
SHARE = 0.5
"""Of them: some loops clear gradients every second step only, or begin to late."""


class KeptGradients(SymptomDetector):
    """Gradients are not cleared between steps, and add up.

    Before each backward pass since the step before, a parameter still had the gradient of
    earlier steps: the optimiser follows the sum of them all, as with a far too large learning
    rate. Passes that are summed up on purpose begin with an empty gradient.
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
