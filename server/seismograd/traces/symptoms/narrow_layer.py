"""A layer that lets next to nothing through."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Severity
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import NARROW, narrow_layer, width
from seismograd.traces.progress import loss_left
from seismograd.traces.symptom import Symptom, SymptomDetector, described

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
        left = loss_left(history)
        if layer is None or history.end is None or left is None:
            return
        if left > LEFT:
            yield self.symptom(
                f"{described(layer)} has {width(layer)} units, and {left:.0%} of the loss at first "
                "is left.",
                layer=layer,
                left=left,
            )
