"""Training that never changes anything."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Severity
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

FEWEST = 5
"""Passes in training mode with gradients: whoever only measures makes fewer, or without them."""


class NoUpdates(SymptomDetector):
    """Losses are computed with gradients, and no optimiser ever makes a step.

    ## When it is reported
    Gradients, or losses in training mode with gradients, are computed {FEWEST} times or more, and
    no optimiser makes a step.

    ## Why is this bad?
    The weights stay what they were at first.

    ## How to fix
    Call `optimizer.step()` after `loss.backward()`, inside of the loop over batches. With gradient
    accumulation, check the condition that guards the step.
    """

    name = "no-updates"
    severity = Severity.WARNING

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        unused = history.unused_gradients
        if unused is not None and not history.step_count and (unused.backwards or 0) >= FEWEST:
            yield self.symptom(
                f"Gradients are computed {unused.backwards} times, and no optimiser makes a step.",
                step=0,
                place=unused.place,
                batches=float(unused.backwards or 0),
            )
            return
        passes = [one for one in history.evaluations if one.grad_enabled and one.mode == "train"]
        batches = sum(one.batches or 1 for one in passes)
        if history.optimisers or history.step_count or batches < FEWEST:
            return
        loss = next(iter(history.loss_functions), None)
        yield self.symptom(
            f"The loss is computed for {batches} batches with gradients, and no optimiser makes a "
            "step.",
            step=0,
            place=loss.called if loss else None,
            batches=float(batches),
        )
