"""A gradient scaler that skips steps."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

WARM_UP = 20
"""Steps: a scaler starts too high on purpose."""
SHARE = 0.2
TINY = 1.0


class LossScale(SymptomDetector):
    """The gradient scaler skips many steps, or has given up.

    ## When it is reported
    After the first {WARM_UP} steps, the gradient scaler skips {SHARE:.0%} of the measured steps or
    more, or its scale is below {TINY:g}.

    ## Why is this bad?
    Skipped steps train nothing. A scale below {TINY:g} means that gradients are infinite in half
    precision whatever the scaler does.

    ## How to fix
    - Use `torch.bfloat16` instead of `float16` where the GPU has it.
    - Lower the learning rate, or clip after `scaler.unscale_(optimizer)`.
    - Compute sums, softmax and the loss in `float32`.
    """

    name = "loss-scale-overflow"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        scaled = [step for step in history.steps if step.scale is not None]
        later = [step for step in scaled if (step.step or 0) >= WARM_UP]
        skipped = [step for step in later if step.skipped]
        last = scaled[-1].scale if scaled else None
        if later and last is not None and (len(skipped) >= SHARE * len(later) or last < TINY):
            yield self.symptom(
                f"The gradient scaler skips {len(skipped)} of {len(later)} measured steps; its "
                f"scale is {last:g}.",
                step=skipped[0].step if skipped else later[0].step,
                share=len(skipped) / len(later),
                scale=last,
            )
