"""Units that begin alike."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import is_learned, main_weight
from seismograd.traces.symptom import Symptom, SymptomDetector, described


class SymmetricWeights(SymptomDetector):
    """All units of a layer begin with the same weights.

    They compute the same, get the same gradient and stay the same. Layers all of whose weights are
    one value are told apart (`constant-weights`).
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
