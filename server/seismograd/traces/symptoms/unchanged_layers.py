"""Layers that do not learn."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.events import Layer, Statistics
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import learned_layers, main_weight
from seismograd.traces.symptom import Symptom, SymptomDetector, described

FEWEST = 3
"""Measured steps."""


class UnchangedLayers(SymptomDetector):
    """Layers that could learn never change, while others do.

    Their weights are the same at every measured step: they are not in the optimiser, get no
    gradient, or gradients of zero. Layers that are frozen (`requires_grad` is false) are left out.
    """

    name = "unchanged-layers"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        layers = list(learned_layers(history))
        unchanged = [layer for layer in layers if _is_unchanged(history, layer)]
        for layer in unchanged:
            yield self.symptom(
                f"The weights of {described(layer)} never change{_why(history, layer)}.",
                step=0,
                layer=layer,
                share=len(unchanged) / len(layers),
                without_gradient=float(_has_no_gradient(history, layer)),
            )


def _is_unchanged(history: RunHistory, layer: Layer) -> bool:
    seen = [main_weight(dict(one.sample.weight)) for one in history.samples(layer.layer or 0)]
    known = [one for one in seen if one is not None]
    return len(known) >= FEWEST and len({_identity(one) for one in known}) == 1


def _identity(statistics: Statistics) -> tuple[float | None, ...]:
    return (statistics.mean, statistics.std, statistics.min, statistics.max, statistics.norm)


def _has_no_gradient(history: RunHistory, layer: Layer) -> bool:
    return all(not one.sample.grad for one in history.samples(layer.layer or 0))


def _why(history: RunHistory, layer: Layer) -> str:
    if _has_no_gradient(history, layer):
        return ": they get no gradient"
    found = (main_weight(dict(one.sample.grad)) for one in history.samples(layer.layer or 0))
    is_zero = all(one.norm == 0 for one in found if one is not None)
    return ": their gradient is zero" if is_zero else ", though they have a gradient"
