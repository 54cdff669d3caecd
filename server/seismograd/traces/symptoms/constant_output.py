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

    ## When it is reported
    All values of the last layer are equal over whole batches (up to {EQUAL:g} of their size), in
    most of the measured steps.

    ## Why is this bad?
    The answer does not depend on the input. Either the network cannot give another one (a softmax
    over a single unit is always 1), or what lies before has collapsed: dead units, or weights that
    went to zero.

    ## How to fix
    - Check the last layer: one unit for each class with a softmax, or one unit with a sigmoid.
    - See whether the run also shows `dead-units`, `erased-signal` or `penalty-outweighs-data`;
      those come first.
    - Where the output became constant during the training, lower the learning rate.
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
