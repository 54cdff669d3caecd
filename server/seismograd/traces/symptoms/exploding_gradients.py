"""Gradients that grow without bound."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import finite

TOO_LARGE = 1e4
"""Of the norm of all gradients: what tuners stop trials at (BTTackler)."""
TIMES = 1e3
"""Of its own beginning."""


class ExplodingGradients(SymptomDetector):
    """Gradients grow without bound.

    The norm of all gradients is very large for a good part of the run, or has grown a thousand
    times. Clipped gradients do no harm and are not counted.
    """

    name = "exploding-gradients"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        free = [step for step in history.steps if step.clipped_to is None and not step.skipped]
        norms = finite(step.grad_norm for step in free)
        if len(norms) < 4:
            return
        first, largest = median(norms[: max(1, len(norms) // 10)]), max(norms)
        large = [norm for norm in norms if norm > TOO_LARGE]
        if len(large) * 4 >= len(norms) or (first > 0 and largest > max(first * TIMES, TOO_LARGE)):
            step = next(s.step for s in free if s.grad_norm and s.grad_norm >= min(large))
            yield self.symptom(
                f"The norm of the gradients reaches {largest:.3g} (at first {first:.3g}).",
                step=step,
                largest=largest,
                first=first,
            )
