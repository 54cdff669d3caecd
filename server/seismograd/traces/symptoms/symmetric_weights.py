"""Units that begin alike."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import is_learned, main_weight
from seismograd.traces.symptom import Symptom, SymptomDetector, described


class SymmetricWeights(SymptomDetector):
    """All units of a layer begin with the same weights.

    ## When it is reported
    Before the first step, all units of a layer that is trained have the same weights, and these
    weights are not all one value. That case is `constant-weights`, see
    [initial-weights](initial-weights.md).

    ## Why is this bad?
    Units with the same weights compute the same, get the same gradient and stay the same: the layer
    is as good as a single unit.

    ## How to fix
    Draw the weights of each unit anew. Do not copy one row, and do not broadcast one vector into
    the whole matrix (`weight[:] = row`).
    """

    name = "symmetric-weights"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for layer in history.layers.values():
            weight = main_weight(dict(layer.initial))
            is_drawn = weight is not None and bool(weight.std)
            if is_learned(layer) and is_drawn and "weight" in layer.equal_rows and layer.trainable:
                yield self.symptom(
                    f"All units of {described(layer)} begin with the same weights.",
                    step=0,
                    layer=layer,
                    std=(weight.std or 0.0) if weight else 0.0,
                )
