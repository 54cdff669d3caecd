"""Targets out of the reach of the output."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, prod

from seismograd.faults import Severity
from seismograd.traces.events import Layer, LossFunction, Place
from seismograd.traces.events.parts import Shape
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import function_of, output_layer
from seismograd.traces.symptom import Symptom, SymptomDetector, described

Range = tuple[float, float]
ANYTHING = (-inf, inf)
RANGES: dict[str, Range] = {
    "sigmoid": (0.0, 1.0),
    "hardsigmoid": (0.0, 1.0),
    "softmax": (0.0, 1.0),
    "softmax2d": (0.0, 1.0),
    "tanh": (-1.0, 1.0),
    "hardtanh": (-1.0, 1.0),
    "softsign": (-1.0, 1.0),
    "relu": (0.0, inf),
    "relu6": (0.0, 6.0),
    "softplus": (0.0, inf),
    "exp": (0.0, inf),
    "exponential": (0.0, inf),
}
"""What a function can give, by the names of layers and of activations without their lines."""
COMPARED = ("mse", "l1", "smoothl1", "huber", "mean_squared", "mean_absolute", "meansquared",
            "meanabsolute", "bce", "binary", "subtraction")  # fmt: skip
"""Losses that compare the output with the target value by value."""
ROUNDED = 1e-3
"""Beside the ends of a range: half precision."""
BEYOND = 0.05
"""Of the target's range: labels may be rounded."""
FEWEST = 0.05
"""Of the targets, out of reach of a function without a layer: a few may be noise."""


@dataclass(frozen=True, slots=True)
class _Found:
    what: str
    """Cannot reach the targets."""
    layer: Layer | None
    place: Place | None
    targets: Range
    is_certain: bool
    """Whether the loss compares the two value by value."""


class OutputRange(SymptomDetector):
    """The network cannot reach its targets.

    ## When it is reported
    The last layer is a function with a bounded range, such as a sigmoid, softmax, tanh, softplus
    or ReLU, the loss compares its output with the targets value by value, and the targets leave
    that range by more than {BEYOND:.0%} of the largest target. It is a warning where the loss is a
    function of the project that gets both in the same shape: it may do something else with them.
    A network with several outputs has several last layers: each is compared with its own targets,
    and with none where it is not known which these are.
    Where no layer but a function like `torch.relu` made the output, at least {FEWEST:.0%} of the
    targets are out of its reach.

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
        found = _of_layer(history) or _of_function(history)
        if found is not None:
            low, high = found.targets
            yield self.symptom(
                f"{found.what} cannot reach the targets, which go from {low:.3g} to {high:.3g}.",
                step=0,
                layer=found.layer,
                place=found.place,
                severity=None if found.is_certain else Severity.WARNING,
                low=low,
                high=high,
            )


def _of_layer(history: RunHistory) -> _Found | None:
    """Where the last layer is or holds a function."""
    last = output_layer(history)
    for loss in history.loss_functions:
        layer = _layer_before(history, loss, last)
        beyond = None if layer is None else _beyond(loss, _reach(layer))
        if layer is not None and beyond is not None:
            return _Found(described(layer), layer, None, beyond, _is_compared(loss))
    return None


def _of_function(history: RunHistory) -> _Found | None:
    """Where a function without a layer gave what the loss was called with."""
    layer = output_layer(history)
    for loss in history.loss_functions:
        targets = _targets(loss)
        share = next((one for one in loss.out_of_reach if one is not None), 0.0)
        if loss.made_by and targets is not None and share >= FEWEST:
            place = layer.called if layer else loss.called
            what = f"The {loss.made_by} that gives the output"
            return _Found(what, layer, place, targets, _is_compared(loss))
    return None


def _layer_before(history: RunHistory, loss: LossFunction, last: Layer | None) -> Layer | None:
    """The layer whose output the loss was given; where nothing says so, the last if that fits."""
    if loss.layer is not None:
        return history.layers.get(loss.layer)
    if last is None or not _may_give(last, loss):
        return None
    others = (one for one in history.loss_functions if one is not loss and _is_compared(one))
    fitting = (one for one in others if one.layer is None and _may_give(last, one))
    # Targets in its reach: that other loss may be the one which belongs to the layer.
    return None if any(_beyond(one, _reach(last)) is None for one in fitting) else last


def _may_give(layer: Layer, loss: LossFunction) -> bool:
    """Whether the input of the loss has the size and the range of the layer's output."""
    low, high = _reach(layer)
    known = [value for value in loss.input_range if value is not None]
    in_reach = all(low - ROUNDED <= value <= high + ROUNDED for value in known)
    return in_reach and _have_one_size(layer.output_shape, loss.input_shape)


def _have_one_size(made: Shape, given: Shape) -> bool:
    """Of an example or of the whole; batches differ in size, and axes may be merged."""
    if not made or not given:
        return True
    pairs = ((made, given), (made[1:], given[1:]))
    return any(None in (*a, *b) or _size(a) == _size(b) for a, b in pairs)


def _size(shape: Shape) -> int:
    return prod(length or 0 for length in shape)


def _reach(layer: Layer) -> Range:
    return RANGES.get(function_of(layer).replace("_", ""), ANYTHING)


def _is_compared(loss: LossFunction) -> bool:
    kind = (loss.type or "").lower().replace("_", "")
    return any(name.replace("_", "") in kind for name in COMPARED)


def _is_likely_compared(loss: LossFunction) -> bool:
    """Whether a loss of the project gets numbers of the same shape as the output."""
    is_number = (loss.target_dtype or "").startswith(("float", "bfloat"))
    return loss.defined is not None and is_number and loss.input_shape == loss.target_shape != ()


def _targets(loss: LossFunction) -> Range | None:
    """Their range, where a loss compares them with the output value by value."""
    is_compared = _is_compared(loss) or _is_likely_compared(loss)
    if not is_compared or len(loss.target_range) != 2:
        return None
    least, most = loss.target_range
    return None if least is None or most is None else (least, most)


def _beyond(loss: LossFunction, reach: Range) -> Range | None:
    """The range of the targets, where it leaves what the output can be."""
    targets = _targets(loss)
    if targets is None:
        return None
    margin = BEYOND * max(map(abs, targets))
    leaves = targets[0] < reach[0] - margin or targets[1] > reach[1] + margin
    return targets if leaves else None
