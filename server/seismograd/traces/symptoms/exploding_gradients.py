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

    ## When it is reported
    The norm of all gradients is above {TOO_LARGE:,.0f} for a good part of the run, or it grows to
    more than {TIMES:,.0f} times its beginning and above {TOO_LARGE:,.0f}. Steps that are clipped or
    skipped are not counted.

    ## Why is this bad?
    Steps get so long that they jump over every minimum. The loss rises, and in the end it is NaN.

    ## How to fix
    - Lower the learning rate.
    - Scale inputs and targets, and leave the initial weights to the framework.
    - Clip: `torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)` before each step,
      `clipnorm=1.0` in Keras. For recurrent networks that is usual.
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
