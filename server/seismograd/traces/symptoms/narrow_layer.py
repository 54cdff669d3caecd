"""A layer that lets next to nothing through."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from seismograd.faults import Severity
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import NARROW, narrow_layer, width
from seismograd.traces.symptom import Symptom, SymptomDetector, described
from seismograd.traces.windows import beginning, ending, finite, is_long

LEFT = 0.2
"""Of the loss at first: a network that gets below it has room enough."""


class NarrowLayer(SymptomDetector):
    """A hidden layer has fewer units than its network takes in and gives back.

    ## When it is reported
    A hidden layer has fewer than {NARROW} units, the network takes in and gives back more numbers
    than that, and more than {LEFT:.0%} of the loss at first is left at the end.

    ## Why is this bad?
    Whatever the network is to answer must pass through these few numbers.

    ## How to fix
    Use more units there. A code of two numbers that is to be drawn is small on purpose.
    """

    name = "narrow-layer"
    severity = Severity.INFO

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        layer = narrow_layer(history, NARROW)
        losses = finite(point.value for point in history.data_losses)
        if layer is None or history.end is None or not is_long(losses):
            return
        left = median(ending(losses)) / max(median(beginning(losses)), 1e-12)
        if left > LEFT:
            yield self.symptom(
                f"{described(layer)} has {width(layer)} units, and {left:.0%} of the loss at first "
                "is left.",
                layer=layer,
                left=left,
            )
