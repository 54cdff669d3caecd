"""A network with one answer for everything."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import activations, output_layer
from seismograd.traces.symptom import Symptom, SymptomDetector, described

EQUAL = 1e-6
"""Of the size of the values: what rounding leaves of equal ones."""


class ConstantOutput(SymptomDetector):
    """The network answers the same to every example.

    All values of the last layer are equal over whole batches, in most of the measured steps.
    """

    name = "constant-output"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        layer = output_layer(history)
        if layer is None:
            return
        seen = list(activations(history.samples(layer.layer or 0)))
        constant = [
            step
            for step, one in seen
            if one.std is not None
            and one.mean is not None
            and (one.n or 0) > 1
            and one.std <= EQUAL * abs(one.mean)
        ]
        if len(constant) >= 3 and len(constant) * 2 > len(seen):
            yield self.symptom(
                f"{described(layer)} gives the same value for every example in "
                f"{len(constant)} of {len(seen)} measured steps.",
                step=constant[0],
                layer=layer,
                share=len(constant) / len(seen),
            )
