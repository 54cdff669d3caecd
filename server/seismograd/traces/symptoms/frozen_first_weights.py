"""Frozen layers that nobody has trained."""

from __future__ import annotations

import math
from collections.abc import Iterator

from seismograd.faults import Severity
from seismograd.traces.events import Layer, Statistics
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import LEARNED, main_weight
from seismograd.traces.symptom import Symptom, SymptomDetector, described

FEWEST = 64
"""Weights: of fewer, the ends of what they were drawn from are not seen."""
EVEN = 0.04
"""By which the width of an even distribution may differ from what its deviation says."""


class FrozenFirstWeights(SymptomDetector):
    """A layer is frozen with the weights that were drawn for it.

    ## When it is reported
    No parameter of a layer can be trained while others are, and its weights, {FEWEST} or more, are
    spread evenly between two ends, as frameworks draw them and training does not leave them.

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


def _is_frozen(layer: Layer) -> bool:
    kind = (layer.type or "").lower()
    is_drawn = any(name in kind for name in LEARNED)
    return is_drawn and bool(layer.parameters) and layer.trainable == 0


def is_evenly_spread(weight: Statistics) -> bool:
    """Between two ends that are about as far from zero."""
    if weight.std is None or weight.min is None or weight.max is None or not weight.std > 0:
        return False
    width = (weight.max - weight.min) / (weight.std * math.sqrt(12))
    is_even = abs(width - 1) <= EVEN and abs(weight.max + weight.min) <= EVEN * weight.max
    return is_even and (weight.n or 0) >= FEWEST
