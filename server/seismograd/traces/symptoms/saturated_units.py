"""Hidden units at the flat ends of their function."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import output_layer, saturated_share
from seismograd.traces.symptom import Symptom, SymptomDetector, described

SATURATED = 0.5
"""Share of values at the flat ends of the function (DeepDiagnosis)."""


class SaturatedUnits(SymptomDetector):
    """Most values of a hidden sigmoid or tanh lie at its flat ends.

    ## When it is reported
    {SATURATED:.0%} or more of the outputs of a hidden sigmoid or tanh lie at the flat ends of the
    function (median of the measured steps). Output layers are left out: a sure classifier saturates
    as it should.

    ## Why is this bad?
    There the derivative is nearly zero, and what lies before hardly learns.

    ## How to fix
    - Scale the inputs, and leave the initial weights to the framework.
    - Lower the learning rate.
    - Use ReLU, or a normalisation layer before the function.
    """

    name = "saturated-units"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        last = output_layer(history)
        for layer in history.sampled_layers:
            share = None if layer is last else saturated_share(history, layer)
            if share is not None and share >= SATURATED:
                yield self.symptom(
                    f"{share:.0%} of the outputs of {described(layer)} lie at its flat ends.",
                    layer=layer,
                    share=share,
                )
