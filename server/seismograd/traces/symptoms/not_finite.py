"""The first value that is not finite, and what produced it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import median

from seismograd.faults import Severity
from seismograd.traces.events import Alarm
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector, described
from seismograd.traces.windows import beginning, finite, is_long

ORDER = ("nan-input", "nan-weight", "nan-activation", "nan-loss", "inf-loss", "nan-gradient")
"""Within a step: what comes earlier can make what comes later, and not the reverse."""
WORDS = {
    "nan-input": "the input of the network",
    "nan-weight": "a weight",
    "nan-activation": "the output of a layer",
    "nan-loss": "the loss",
    "inf-loss": "the loss",
    "nan-gradient": "a gradient",
}
GREW = 100.0
"""Times the loss at first: it did not jump to NaN, it went there."""


class NotFinite(SymptomDetector):
    """NaN or infinite values appear.

    ## When it is reported
    An input, a weight, the output of a layer, the loss or a gradient is NaN or infinite for the
    first time. That first value is the producer, and the symptom is named after it:
    `first-nan-input`, `first-nan-activation` and so on. What is computed from it is NaN as well and
    not reported. Where the loss had grown {GREW:g} times before, the training diverged
    (`diverged-to-nan`), and no single operation is at fault.

    ## Why is this bad?
    One NaN makes all weights NaN with the next step, and nothing brings them back.

    ## How to fix
    - `first-nan-input`: remove or fill missing values, and look for a division by a deviation of
      zero.
    - `first-nan-activation`, `first-nan-loss`: keep `log`, `sqrt` and divisions away from zero, and
      use losses that take logits (`nn.CrossEntropyLoss`, `nn.BCEWithLogitsLoss`).
    - `first-nan-gradient`: `sqrt` and `norm` have no gradient at zero; add a small number inside of
      them.
    - `diverged-to-nan`: lower the learning rate, scale the inputs.
    """

    name = "not-finite"
    names = (*(f"first-{alarm}" for alarm in ORDER), "diverged-to-nan")
    severity = Severity.ERROR

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        alarms = [alarm for alarm in history.alarms if alarm.alarm in ORDER]
        if not alarms:
            return
        first = min(alarms, key=lambda alarm: (alarm.step or 0, ORDER.index(alarm.alarm or "")))
        layer = history.layers.get(first.layer) if first.layer is not None else None
        where = f" of {described(layer)}" if layer and first.alarm != "nan-input" else ""
        grown = _growth(history, first)
        yield self.symptom(
            f"{WORDS[first.alarm or ''].capitalize()}{where} is NaN or infinite for the first "
            f"time at step {first.step or 0}{_how(grown)}.",
            name="diverged-to-nan" if grown >= GREW else f"first-{first.alarm}",
            step=first.step,
            layer=layer,
            place=first.place,
            growth=grown,
        )


def _growth(history: RunHistory, alarm: Alarm) -> float:
    """How many times the loss at the beginning it was at most, before it was NaN."""
    before = finite(point.value for point in history.losses if point.step <= (alarm.step or 0))
    if not before:
        return 1.0
    first = median(beginning(before) if is_long(before) else before[:1])
    return max(map(abs, before)) / abs(first) if first else math.inf


def _how(growth: float) -> str:
    return f", after the loss had grown {growth:.3g} times" if growth >= GREW else ""
