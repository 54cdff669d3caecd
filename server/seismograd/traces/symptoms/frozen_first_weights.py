"""Frozen weights that nobody has trained."""

from __future__ import annotations

import math
from collections.abc import Iterator

from seismograd.faults import Severity
from seismograd.traces.events import Layer, Statistics, UnchangedParameter
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import LEARNED, main_weight
from seismograd.traces.symptom import Symptom, SymptomDetector, described

FEWEST = 64
"""Weights: of fewer, the ends of what they were drawn from are not seen."""
FEWEST_STEPS = 20
"""Of a run, where its end tells."""
EVEN = 0.04
"""By which the width of an even distribution may differ from what its deviation says."""
CHANCE = 1.2
"""Over the square root of the number of weights: what chance adds, nearly three errors of the
deviation of that many."""


class FrozenFirstWeights(SymptomDetector):
    """A layer is frozen with the weights that were drawn for it.

    ## When it is reported
    No parameter of a layer can be trained while others are, and its weights, {FEWEST} or more, are
    spread evenly between two ends, as frameworks draw them and training does not leave them. Also
    reported is a single weight like that of a layer of Keras whose other weights are
    trained, where nothing else has changed it when the run is over.

    ## Why is this bad?
    A frozen layer is worth what it learned before; one that learned nothing hands on a random
    mixture of its input. Some methods want just that (random features, reservoirs).

    ## How to fix
    Load the trained weights before you freeze the layer, or let it be trained
    (`requires_grad_(True)`, `trainable=True`).
    """

    name = "frozen-first-weights"
    severity = Severity.INFO

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        if not any(layer.trainable for layer in history.layers.values()):
            return
        for layer in history.layers.values():
            weight = main_weight(dict(layer.initial))
            if _is_frozen(layer) and weight is not None and is_evenly_spread(weight):
                yield self.symptom(
                    f"{described(layer)} is frozen, and its weights are as they were drawn.",
                    step=0,
                    layer=layer,
                )
            for one in _frozen_weights(history, layer):
                yield self.symptom(
                    f"The weight {one.name} of {described(layer)} is not trained, and is as it was "
                    "drawn.",
                    step=0,
                    layer=layer,
                    place=one.built,
                )


def _is_frozen(layer: Layer) -> bool:
    return _is_of_framework(layer) and bool(layer.parameters) and layer.trainable == 0


def _is_of_framework(layer: Layer) -> bool:
    return any(name in (layer.type or "").lower() for name in LEARNED)


def _frozen_weights(history: RunHistory, layer: Layer) -> Iterator[UnchangedParameter]:
    """Of Keras. Layers that are to be random have nothing that is trained; averages change."""
    told = history.parameters.unchanged if history.parameters else ()
    for one in told if layer.trainable and history.step_count >= FEWEST_STEPS else ():
        weight = layer.initial.get(one.name)
        is_here = one.layer == layer.layer and one.trainable is False and one.tracked
        if is_here and weight is not None and is_evenly_spread(weight):
            yield one


def is_evenly_spread(weight: Statistics) -> bool:
    """Between two ends that are about as far from zero."""
    if weight.std is None or weight.min is None or weight.max is None or not weight.std > 0:
        return False
    width = (weight.max - weight.min) / (weight.std * math.sqrt(12))
    off = max(EVEN, CHANCE / math.sqrt(weight.n or 1))
    is_even = abs(width - 1) <= off and abs(weight.max + weight.min) <= EVEN * weight.max
    return is_even and (weight.n or 0) >= FEWEST
