"""What happens in each layer over the steps: its gradient, and what comes out of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from seismograd.traces.curve import Point
from seismograd.traces.history import RunHistory, SampledLayer
from seismograd.traces.layer_facts import activations, main_weight, root_mean_square
from seismograd.traces.symptom import described

MOST_CURVES = 8
"""More lines in one picture cannot be told apart."""


@dataclass(frozen=True, slots=True)
class LayerCurve:
    name: str
    points: tuple[Point, ...]


def gradient_curves(history: RunHistory) -> list[LayerCurve]:
    """The size of an element of the gradient of each layer's weight, by step."""
    return _curves(history, _gradients)


def activation_curves(history: RunHistory) -> list[LayerCurve]:
    """The standard deviation of what comes out of each layer, by step."""
    return _curves(history, _deviations)


def _gradients(samples: list[SampledLayer]) -> list[Point]:
    found = ((one.step, main_weight(dict(one.sample.grad))) for one in samples)
    sizes = ((step, root_mean_square(statistics)) for step, statistics in found)
    return [Point(step, size) for step, size in sizes if size is not None]


def _deviations(samples: list[SampledLayer]) -> list[Point]:
    return [Point(step, one.std) for step, one in activations(samples) if one.std is not None]


def _curves(
    history: RunHistory, points_of: Callable[[list[SampledLayer]], list[Point]]
) -> list[LayerCurve]:
    """Of layers from the first to the last, at even distances where there are many."""
    curves = [
        LayerCurve(described(layer), tuple(sorted(points)))
        for layer in history.sampled_layers
        if (points := points_of(history.samples(layer.layer or 0)))
    ]
    if len(curves) <= MOST_CURVES:
        return curves
    last = len(curves) - 1
    return [curves[round(number * last / (MOST_CURVES - 1))] for number in range(MOST_CURVES)]
