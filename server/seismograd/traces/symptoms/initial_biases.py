"""Biases before the first step."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.events import Layer, Statistics
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import is_learned, root_mean_square
from seismograd.traces.symptom import Symptom, SymptomDetector, described

FAR = 2.0
"""Deviations of what a unit is given, which is near 1 in networks that are scaled well: a ReLU with
a bias of -2 is off for 98 of 100 examples, and one with 2 is on for as many."""
WITH_UNITS = ("linear", "dense", "conv")
"""Parts of type names. Gates of recurrent layers begin with biases of their own on purpose."""


class InitialBiases(SymptomDetector):
    """Biases of a hidden layer are far from zero before the first step.

    ## When it is reported
    Before the first step, the root mean square of the biases of a hidden linear layer or
    convolution is {FAR:g} or more. Biases of the last layer may stand for how frequent the classes
    are, and are left out.

    ## Why is this bad?
    Units begin switched off, or at the flat end of their function, for nearly every example: little
    or no gradient comes through.

    ## How to fix
    Begin with biases of zero: leave them to the framework, or use `nn.init.zeros_` and, in Keras,
    `bias_initializer="zeros"`.
    """

    name = "biases-far-from-zero"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        learned = [layer for layer in history.layers.values() if is_learned(layer)]
        last = {layer.network: layer for layer in learned}
        for layer in learned:
            size = root_mean_square(_bias(layer)) if _has_units(layer) else None
            if size is not None and size >= FAR and layer is not last[layer.network]:
                yield self.symptom(
                    f"The biases of {described(layer)} have a size of {size:.3g} before training.",
                    step=0,
                    layer=layer,
                    size=size,
                )


def _has_units(layer: Layer) -> bool:
    return any(name in (layer.type or "").lower() for name in WITH_UNITS)


def _bias(layer: Layer) -> Statistics | None:
    found = (one for name, one in layer.initial.items() if name.rpartition(".")[2] == "bias")
    return next(found, None)
