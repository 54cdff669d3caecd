"""Gradients that get lost on their way."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from seismograd.traces.events import Layer
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import learned_layers, main_weight, root_mean_square
from seismograd.traces.symptom import Symptom, SymptomDetector, described
from seismograd.traces.windows import finite

RATIO = 1e-3
"""First layer over last (AutoTrainer's beta 1)."""
SMALL = 1e-5
"""Root mean square of a layer's gradient (BTTackler's limit): a small loss alone is no fault."""


class VanishingGradients(SymptomDetector):
    """Gradients get lost on their way to the first layers.

    ## When it is reported
    The gradient of the first learned layer is below {RATIO:g} of that of the last one, and below
    {SMALL:g} in itself (root mean square, median of the measured steps). At least three learned
    layers are needed.

    ## Why is this bad?
    The first layers hardly learn, and the last ones work with their random output.

    ## How to fix
    - Use ReLU or GELU instead of sigmoid and tanh in hidden layers.
    - Add normalisation layers, or residual connections.
    - Draw weights that fit the activation: `nn.init.kaiming_normal_` for ReLU.
    - For long sequences, use LSTM or GRU instead of a plain recurrent layer.
    """

    name = "vanishing-gradients"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        sizes = [(layer, _size(history, layer)) for layer in learned_layers(history)]
        known = [(layer, size) for layer, size in sizes if size is not None]
        if len(known) < 3:
            return
        (first, at_first), (_, at_last) = known[0], known[-1]
        if at_last > 0 and at_first < SMALL and at_first / at_last < RATIO:
            yield self.symptom(
                f"The gradient of {described(first)} is {at_first:.2g}, "
                f"{at_first / at_last:.1g} of that of the last layer.",
                layer=first,
                first=at_first,
                last=at_last,
            )


def _size(history: RunHistory, layer: Layer) -> float | None:
    found = history.samples(layer.layer or 0)
    sizes = finite(root_mean_square(main_weight(dict(one.sample.grad))) for one in found)
    return median(sizes) if sizes else None
