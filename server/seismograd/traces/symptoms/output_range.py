"""Targets out of the reach of the output."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Severity
from seismograd.traces.events import LossFunction
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import function_of, output_layer
from seismograd.traces.symptom import Symptom, SymptomDetector, described

RANGES = {"sigmoid": (0.0, 1.0), "softmax": (0.0, 1.0), "tanh": (-1.0, 1.0), "relu": (0.0, None)}
"""What a function can give; the name of its layer may hold more."""
COMPARED = ("mse", "l1", "smoothl1", "huber", "mean_squared", "mean_absolute", "meansquared",
            "meanabsolute", "bce", "binary")  # fmt: skip
"""Losses that compare the output with the target value by value."""
BEYOND = 0.05
"""Of the target's range: labels may be rounded."""


class OutputRange(SymptomDetector):
    """The network cannot reach its targets.

    ## When it is reported
    The last layer is a sigmoid, softmax, tanh or ReLU, the loss compares its output with the
    targets value by value, and the targets leave the range of that function by more than
    {BEYOND:.0%} of the largest target.

    ## Why is this bad?
    The loss cannot reach zero. It drives the function to its flat end, where there is no gradient.

    ## How to fix
    - For regression, use no function after the last layer.
    - Or scale the targets into the range: 0 to 1 for a sigmoid, -1 to 1 for a tanh.
    - Classes count from 0: labels of 1 to n are one too high.
    """

    name = "output-range"
    severity = Severity.ERROR

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        layer = output_layer(history)
        name = next((one for one in RANGES if layer and one in function_of(layer)), None)
        if layer is None or name is None or "leaky" in function_of(layer):
            return
        for loss in history.loss_functions:
            beyond = _beyond(loss, *RANGES[name])
            if beyond is not None:
                low, high = beyond
                yield self.symptom(
                    f"{described(layer)} cannot reach the targets, which go from {low:.3g} to "
                    f"{high:.3g}.",
                    step=0,
                    layer=layer,
                    low=low,
                    high=high,
                )
                return


def _beyond(loss: LossFunction, low: float, high: float | None) -> tuple[float, float] | None:
    """The range of the targets, where it leaves what the output can be."""
    kind = (loss.type or "").lower().replace("_", "")
    if not any(name.replace("_", "") in kind for name in COMPARED) or len(loss.target_range) != 2:
        return None
    least, most = loss.target_range
    if least is None or most is None:
        return None
    margin = BEYOND * max(abs(least), abs(most))
    leaves = least < low - margin or (high is not None and most > high + margin)
    return (least, most) if leaves else None
