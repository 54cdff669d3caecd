"""Gradients that no step uses."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

FEWEST = 8
"""Backward passes whose gradient is lost: a loss scale that is too high costs a few at first."""
SHARE = 0.5
"""Of the passes: with two batches to an epoch and one step, it is one in two."""


class DiscardedGradients(SymptomDetector):
    """Gradients are cleared before a step of the optimiser has used them.

    ## When it is reported
    Of the first backward passes, the gradients of {SHARE:.0%} or more, and of {FEWEST} or more, are
    empty again before the next pass, or when the optimiser makes its step. Passes on lines whose
    gradients no step ever uses are left out, as they serve another end; so are scripts with several
    optimisers and those that write gradients themselves.

    ## Why is this bad?
    The network learns from a part of the batches only, or from none.

    ## How to fix
    The order is `zero_grad()`, `backward()`, `step()`, for each batch: `step()` after `backward()`,
    and inside of the loop over batches. To sum the gradients of several batches up, call
    `zero_grad()` right after `step()` only.
    """

    name = "discarded-gradients"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for one in history.discarded_gradients:
            passes, discarded = one.passes or 0, one.discarded or 0
            if discarded >= max(FEWEST, SHARE * passes):
                yield self.symptom(
                    f"The gradients of {discarded} of the first {passes} backward passes are "
                    f"cleared before a step uses them ({one.steps or 0} steps).",
                    step=0,
                    place=one.place,
                    share=discarded / passes,
                )
