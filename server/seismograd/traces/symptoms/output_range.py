"""Targets out of the reach of the output."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Severity
from seismograd.traces.events import Layer, LossFunction, Place
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import function_of, output_layer
from seismograd.traces.symptom import Symptom, SymptomDetector, described

RANGES = {"sigmoid": (0.0, 1.0), "softmax": (0.0, 1.0), "tanh": (-1.0, 1.0), "relu": (0.0, None)}
"""What a function can give; the name of its layer may hold more."""
COMPARED = ("mse", "l1", "smoothl1", "huber", "mean_squared", "mean_absolute", "meansquared",
            "meanabsolute", "bce", "binary", "subtraction")  # fmt: skip
"""Losses that compare the output with the target value by value."""
BEYOND = 0.05
"""Of the target's range: labels may be rounded."""
FEWEST = 0.05
"""Of the targets, out of reach of a function without a layer: a few may be noise."""

_Found = tuple[str, Place | None, tuple[float, float]]
"""What cannot reach the targets, on which line if that is known, and their range."""


class OutputRange(SymptomDetector):
    """The network cannot reach its targets.

    ## When it is reported
    The last layer is a sigmoid, softmax, tanh or ReLU, the loss compares its output with the
    targets value by value, and the targets leave the range of that function by more than
    {BEYOND:.0%} of the largest target. Where no layer but a function like `torch.relu` made the
    output, at least {FEWEST:.0%} of the targets are out of its reach.

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
        found = _of_layer(history, layer) or _of_function(history)
        if found is not None:
            what, place, (low, high) = found
            yield self.symptom(
                f"{what} cannot reach the targets, which go from {low:.3g} to {high:.3g}.",
                step=0,
                layer=layer,
                place=place,
                low=low,
                high=high,
            )


def _of_layer(history: RunHistory, layer: Layer | None) -> _Found | None:
    """Where the last layer is or holds a function."""
    name = next((one for one in RANGES if layer and one in function_of(layer)), None)
    if layer is None or name is None or "leaky" in function_of(layer):
        return None
    ranges = (_beyond(loss, *RANGES[name]) for loss in history.loss_functions)
    beyond = next((one for one in ranges if one is not None), None)
    return (described(layer), None, beyond) if beyond is not None else None


def _of_function(history: RunHistory) -> _Found | None:
    """Where a function without a layer gave what the loss was called with."""
    for loss in history.loss_functions:
        targets = _targets(loss)
        share = next((one for one in loss.out_of_reach if one is not None), 0.0)
        if loss.made_by and targets is not None and share >= FEWEST:
            layer = output_layer(history)
            place = layer.called if layer else loss.called
            return f"The {loss.made_by} that gives the output", place, targets
    return None


def _beyond(loss: LossFunction, low: float, high: float | None) -> tuple[float, float] | None:
    """The range of the targets, where it leaves what the output can be."""
    targets = _targets(loss)
    if targets is None:
        return None
    least, most = targets
    margin = BEYOND * max(abs(least), abs(most))
    leaves = least < low - margin or (high is not None and most > high + margin)
    return targets if leaves else None


def _targets(loss: LossFunction) -> tuple[float, float] | None:
    """Their range, where a loss compares them with the output value by value."""
    kind = (loss.type or "").lower().replace("_", "")
    if not any(name.replace("_", "") in kind for name in COMPARED) or len(loss.target_range) != 2:
        return None
    least, most = loss.target_range
    return None if least is None or most is None else (least, most)
