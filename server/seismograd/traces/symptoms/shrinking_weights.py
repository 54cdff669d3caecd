"""Weights that a training takes to zero."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from seismograd.traces.events import Layer
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import learned_layers, main_weight
from seismograd.traces.symptom import Symptom, SymptomDetector

SHRUNK = 0.2
"""Of the norm at first: trainings that learn keep or raise it."""
FEWEST = 3
"""Measured steps."""


class ShrinkingWeights(SymptomDetector):
    """The weights of all layers go to zero while the network trains.

    ## When it is reported
    For three quarters of the layers, the norm of the weights ends below {SHRUNK:.0%} of what it was
    at first. It is called `decayed-weights` where an optimiser has a weight decay.

    ## Why is this bad?
    Something pulls at the weights harder than the data do: a penalty that is added to the loss, or
    the weight decay. A network without weights answers the same for every input.

    ## How to fix
    - Divide the factor of the penalty by 10 until the loss of the data falls. A sum over all
      weights grows with the network: take a mean, or a factor of 1e-5 and less.
    - `weight_decay`: 1e-4 is usual for SGD and Adam, 1e-2 for AdamW.
    """

    name = "shrinking-weights"
    names = ("shrinking-weights", "decayed-weights")

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        left = _left(history)
        if left is None or not left < SHRUNK:  # nor where it is NaN
            return
        decayed = next((one for one in history.optimisers if any(map(_decay, one.groups))), None)
        loss = next(iter(history.loss_functions), None)
        yield self.symptom(
            f"The weights of nearly all layers end at {left:.2g} of their first size or less.",
            name="decayed-weights" if decayed else "shrinking-weights",
            place=decayed.built if decayed else loss.called or loss.built if loss else None,
            share=left,
        )


def _decay(group: Mapping[str, object]) -> bool:
    value = group.get("weight_decay")
    return isinstance(value, int | float) and value > 0


def _left(history: RunHistory) -> float | None:
    """As told at the end, or seen on the way."""
    told = history.parameters.size_left if history.parameters else None
    if told is not None:
        return told
    shares = [share for one in learned_layers(history) if (share := _of_layer(history, one))]
    return sorted(shares)[len(shares) * 3 // 4] if shares else None


def _of_layer(history: RunHistory, layer: Layer) -> float | None:
    """The last norm of its weight over the first."""
    seen = [main_weight(dict(one.sample.weight)) for one in history.samples(layer.layer or 0)]
    norms = [one.norm for one in seen if one is not None and one.norm is not None]
    return norms[-1] / norms[0] if len(norms) >= FEWEST and norms[0] > 0 else None
