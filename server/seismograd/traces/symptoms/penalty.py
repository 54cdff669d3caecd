"""Penalties against data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from statistics import median

from seismograd.traces.constant_answer import NO_BETTER, loss_of_constant_answer
from seismograd.traces.events import Layer, Optimiser, Place
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import learned_layers, main_weight
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import beginning, ending, finite, is_long

COUPLED = frozenset({"SGD", "Adam", "RMSprop", "Adagrad", "Adadelta", "Adamax", "NAdam", "ASGD"})
"""Optimisers of PyTorch that add the decay to the gradient."""
OUTWEIGHS = 2.0
"""Penalty over data, of the norms of their gradients (TheDeepChecker)."""

AT_LEAST = 0.5
"""Of the data loss at first: less does not hold a training up."""
STUCK = 0.8
"""Of the data loss at first: a training that learns gets below it, also in regression, where the
first answers are worse than the mean of the targets."""
GONE = 0.1
"""Of the penalty at first: the weights, or activations, were given up for it."""


class Penalty(SymptomDetector):
    """The penalty on weights outweighs the data.

    ## When it is reported
    The gradient of the weight decay is {OUTWEIGHS:g} times that of the data or more, over the run
    and in most layers (medians). Decay that is no part of the gradient, as AdamW's, is left out.
    Of what is added to the loss, by regularisers of Keras or by the script: it outweighs the rest
    of the loss at first, or goes to nothing, while that rest does not fall, or not below that of
    a constant answer.

    ## Why is this bad?
    The weights go to zero whatever the data say, and the answer becomes constant.

    ## How to fix
    Lower `weight_decay`; 1e-4 is usual for SGD and Adam. With Adam, prefer `AdamW`, whose decay
    does not depend on the gradients; its usual value is 1e-2.
    """

    name = "penalty-outweighs-data"
    names = ("penalty-outweighs-data", "penalty-in-loss")

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        yield from self._added(history)
        for optimiser in history.optimisers:
            if optimiser.type not in COUPLED:
                continue
            decay = max((_decay(group) for group in optimiser.groups), default=0.0)
            ratios = [_ratio(history, layer, decay) for layer in learned_layers(history)]
            known = finite(ratios)
            if decay and known and median(known) >= OUTWEIGHS:
                yield self._told(optimiser, decay, median(known))

    def _added(self, history: RunHistory) -> Iterator[Symptom]:
        """By layers, to the loss."""
        known = [
            (one.penalty, one.of_data)
            for one in history.penalised
            if math.isfinite(one.penalty + one.of_data)
        ]
        if not is_long(known):
            return
        (added, data), (added_last, data_last) = (
            [median(one[at] for one in part) for at in (0, 1)]
            for part in (beginning(known), ending(known))
        )
        outweighs = added >= OUTWEIGHS * data or added_last <= GONE * added
        constant = loss_of_constant_answer(history)
        is_constant = constant is not None and data_last >= NO_BETTER * constant
        is_stuck = is_constant or data_last >= STUCK * data
        if data > 0 and is_stuck and added >= AT_LEAST * data and outweighs:
            yield self._in_loss(history, added, data, data_last)

    def _in_loss(self, history: RunHistory, added: float, data: float, last: float) -> Symptom:
        layers = [one for one in history.layers.values() if one.penalty]
        layer = max(layers, key=lambda one: one.penalty or 0.0, default=None)
        return self.symptom(
            f"Penalties add {added:.3g} to a data loss of {data:.3g}, which ends at {last:.3g}.",
            name="penalty-in-loss",
            step=0,
            layer=layer,
            place=None if layer else _called(history),
            ratio=added / data,
        )

    def _told(self, optimiser: Optimiser, decay: float, ratio: float) -> Symptom:
        return self.symptom(
            f"Weight decay {decay:g} pulls {ratio:.3g} times as hard as the data.",
            place=optimiser.built,
            ratio=ratio,
            decay=decay,
        )


def _called(history: RunHistory) -> Place | None:
    """Where the loss is computed: what is added to it stands there, or right after it."""
    return next((one.called for one in history.loss_functions if one.called), None)


def _decay(group: Mapping[str, object]) -> float:
    value = group.get("weight_decay")
    return float(value) if isinstance(value, int | float) else 0.0


def _ratio(history: RunHistory, layer: Layer, decay: float) -> float | None:
    ratios = []
    for one in history.samples(layer.layer or 0):
        weight, grad = (main_weight(dict(kind)) for kind in (one.sample.weight, one.sample.grad))
        if weight and grad and weight.norm is not None and grad.norm:
            ratios.append(decay * weight.norm / grad.norm)
    return median(ratios) if ratios else None
