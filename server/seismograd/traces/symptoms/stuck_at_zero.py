"""Weights that begin where their gradient is zero."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.events import Layer
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector, described

FEWEST = 2
"""Measured steps: what is exactly zero twice, weight and gradient, is so at every step."""
FEWEST_VALUES = 8
"""Of a weight: a few scalars that rest at zero are no part of a network."""
OFFSETS = ("bias", "beta", "offset", "shift")
"""Usually begin at zero, and stay there behind dead units, which is another fault."""


class StuckAtZero(SymptomDetector):
    """Weights begin at zero, and their gradient is zero as well.

    ## When it is reported
    A weight of {FEWEST_VALUES} values or more, of whatever layer, is zero in all of the measured
    steps, at least {FEWEST}, and so is its gradient. Biases are left out.

    ## Why is this bad?
    Products of weights have a gradient of zero where both factors are zero: no step ever moves
    them. This is so for the factors of factorisation machines and of low-rank layers, for bilinear
    forms, and for two layers of zeros one behind the other.

    ## How to fix
    Draw small random values: `nn.init.normal_(self.factors, std=0.01)`, or
    `self.add_weight(initializer="random_normal")` in Keras. Of two factors, one may be zero.
    """

    name = "stuck-at-zero"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for layer in history.layers.values():
            stuck = [name for name in _names(history, layer) if _is_stuck(history, layer, name)]
            if stuck:
                yield self.symptom(
                    f"`{stuck[0]}` of {described(layer)} begins at zero and stays there: its "
                    "gradient is zero, too.",
                    step=0,
                    layer=layer,
                    weights=float(len(stuck)),
                )


def _names(history: RunHistory, layer: Layer) -> list[str]:
    samples = history.samples(layer.layer or 0)
    seen = {name for one in samples for name in one.sample.weight}
    return sorted(name for name in seen if not any(part in name.lower() for part in OFFSETS))


def _is_stuck(history: RunHistory, layer: Layer, name: str) -> bool:
    samples = [one.sample for one in history.samples(layer.layer or 0)]
    weights = [one.weight[name] for one in samples if name in one.weight]
    grads = [one.grad[name] for one in samples if name in one.grad]
    if len(weights) < FEWEST or len(grads) < FEWEST or (weights[0].n or 0) < FEWEST_VALUES:
        return False
    return all(one.norm == 0 for one in (*weights, *grads))
