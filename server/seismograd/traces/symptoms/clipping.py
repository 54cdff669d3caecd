"""Clipping that decides the length of every step."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from seismograd.faults import Severity
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

ALWAYS = 0.95
TIMES = 20.0
"""The norm before over the norm after: clipping a little in every step is usual."""
FEWEST = 8


class Clipping(SymptomDetector):
    """Gradients are clipped in nearly every step, and by a lot.

    ## When it is reported
    Of at least {FEWEST} measured steps with clipping, {ALWAYS:.0%} or more are clipped, and the
    norm of their gradients is {TIMES:g} times the limit or more (median). Clipping a little in
    every step is usual and not reported.

    ## Why is this bad?
    Then every step has the same length, whatever the gradient is: the learning rate times the limit
    decides alone. A training near its end takes steps as long as at first.

    ## How to fix
    - Set the limit near the norm that gradients usually have.
    - Find out why gradients are large: inputs or targets that are not scaled, a loss that is summed
      over the batch instead of averaged, initial weights that are too large.
    """

    name = "clipping-always"
    severity = Severity.INFO

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        clipped = [
            (step.grad_norm, step.clipped_to)
            for step in history.steps
            if step.clipped_to and step.grad_norm is not None
        ]
        active = [norm / limit for norm, limit in clipped if norm > limit]
        if len(clipped) < FEWEST or len(active) < ALWAYS * len(clipped):
            return
        if median(active) >= TIMES:
            yield self.symptom(
                f"Gradients are clipped in nearly every step, to 1/{median(active):.0f} of their "
                "norm.",
                times=median(active),
            )
