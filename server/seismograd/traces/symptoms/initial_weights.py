"""Weights before the first step."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.events import Layer, Statistics
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import is_learned, main_weight
from seismograd.traces.symptom import Symptom, SymptomDetector, described

TOO_LARGE = 10.0
"""Times 1/sqrt(fan-in): He's is 1.4, and a normal distribution of deviation 1 is sqrt(fan-in)."""
TOO_SMALL = 0.02
FEWEST = 16
"""Elements: of fewer nothing can be said."""


class InitialWeights(SymptomDetector):
    """Weights are constant, far too large or far too small before the first step.

    ## When it is reported
    Before the first step, a layer with at least {FEWEST} weights has

    - one value for all of them (`constant-weights`), but for zeros that are soon others: the last
      layer of a branch or of a network may begin with them,
    - a standard deviation of more than {TOO_LARGE:g} times one over the square root of the inputs
      of a unit (`weights-too-large`), or
    - of less than {TOO_SMALL:g} times that (`weights-too-small`).

    ## Why is this bad?
    Equal weights make equal units, which get equal gradients and stay equal. Large weights drive
    functions to their flat ends and make gradients explode; small ones lose the signal layer by
    layer.

    ## How to fix
    Leave the initial weights to the framework. Where you draw them, use `nn.init.kaiming_normal_`
    for ReLU and `nn.init.xavier_uniform_` for tanh and sigmoid; in Keras `he_normal` and
    `glorot_uniform`. Constants are for biases and for the scale of normalisation layers.
    """

    name = "initial-weights"
    names = ("constant-weights", "weights-too-large", "weights-too-small")

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for layer in history.layers.values():
            weight = main_weight(dict(layer.initial))
            if weight is None or not is_learned(layer) or (weight.n or 0) < FEWEST:
                continue
            if not _has_left_zero(history, layer, weight):
                yield from self._of(layer, weight)

    def _of(self, layer: Layer, weight: Statistics) -> Iterator[Symptom]:
        scaled = _scaled(layer, weight)
        if weight.std == 0:
            yield self.symptom(
                f"All weights of {described(layer)} are {weight.mean or 0:g} before training.",
                name="constant-weights",
                step=0,
                layer=layer,
                std=0.0,
            )
        elif scaled is not None and not TOO_SMALL <= scaled <= TOO_LARGE:
            size = "large" if scaled > 1 else "small"
            yield self.symptom(
                f"The weights of {described(layer)} are very {size} before training: their "
                f"deviation {weight.std:.2g} is {scaled:.2g} times one over the root of the "
                "inputs.",
                name=f"weights-too-{size}",
                step=0,
                layer=layer,
                scaled=scaled,
                std=weight.std or 0.0,
            )


def _has_left_zero(history: RunHistory, layer: Layer, weight: Statistics) -> bool:
    """A layer between others that are not zero gets a gradient, another one for each unit."""
    samples = history.samples(layer.layer) if layer.layer is not None else []
    last = main_weight(dict(samples[-1].sample.weight)) if samples else None
    is_zero = weight.std == 0 and not weight.mean
    return is_zero and last is not None and bool(last.std)


def _scaled(layer: Layer, weight: Statistics) -> float | None:
    """The deviation in units of one over the root of the inputs of a unit."""
    inputs = _fan_in(layer, weight)
    if inputs is None or weight.std is None or "embedding" in (layer.type or "").lower():
        return None
    return float(weight.std * inputs**0.5)


def _fan_in(layer: Layer, weight: Statistics) -> float | None:
    """Elements of the weight over units; units are the axis of the output that it has made."""
    kind = (layer.type or "").lower()
    if "linear" in kind or "dense" in kind:
        return layer.input_shape[-1] if layer.input_shape else None
    if "conv" not in kind or "transpose" in kind or not layer.output_shape or not weight.n:
        return None
    sizes = [size for size in layer.output_shape[1:] if size and weight.n % size == 0]
    return weight.n / max(sizes) if sizes else None
