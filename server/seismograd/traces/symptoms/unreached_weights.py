"""Weights that the output depends on and that no gradient reaches."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.events import Layer, MissingGradients, Optimiser, UnchangedParameter
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import LEARNED
from seismograd.traces.symptom import Symptom, SymptomDetector, described

FEWEST = 3
"""Measured steps."""
FEWEST_STEPS = 20
"""Of a run."""
COMPARED = 1024
"""Elements of a parameter that are looked at: of larger ones, others may have a gradient."""


class UnreachedWeights(SymptomDetector):
    """A weight takes part in what the network answers, and no gradient comes back to it.

    ## When it is reported
    An optimiser has the weight, and others change in {FEWEST_STEPS} steps or more. This one is the
    same at the end, and had no gradient in the measured steps, or zeros in {FEWEST} or more.
    Asked after the run, the trained network gives another answer when the weight is another. So
    weights that a run does not use (of options, of heads for other tasks) are left out. So are runs
    that make their loss of derivatives of the answer, which a bias at its end does not change.

    It is also reported where an optimiser makes {FEWEST_STEPS} steps or more, its layers compute
    something in training, and no gradient ever arrives at any of its weights: neither at a step
    nor after a backward pass, whosever it was.

    ## Why is this bad?
    The weight keeps its first value, and the others have to make do with it.

    ## How to fix
    Something between the weight and the output cuts the graph; the line is told where it is known.
    Compute with tensors only: no `float()`, `.item()`, `.numpy()`, `.detach()` or
    `torch.no_grad()`. Steps such as `round`, `sign` and comparisons have a gradient of zero: use
    something smooth in their place, or freeze the weight (`requires_grad=False`,
    `trainable=False`) where it is meant to stay.
    """

    name = "unreached-weights"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for missing in history.missing_gradients:
            if _has_used_layers(history, missing):
                yield self._of_optimiser(history, missing)
        yield from self._of_weights(history)

    def _of_optimiser(self, history: RunHistory, missing: MissingGradients) -> Symptom:
        optimiser = _optimiser(history, missing)
        return self.symptom(
            f"{optimiser.type or 'An optimiser'} makes {missing.steps} steps, and no gradient "
            "ever reaches any of its weights.",
            step=0,
            layer=_layers(history, optimiser)[-1],
            place=missing.cut or optimiser.called or optimiser.built,
            steps=float(missing.steps or 0),
        )

    def _of_weights(self, history: RunHistory) -> Iterator[Symptom]:
        told = history.parameters
        if told is None or history.step_count < FEWEST_STEPS or history.derivatives:
            return
        if len(told.unchanged) >= (told.compared or 0):
            return  # nothing is trained at all
        for one in told.unchanged:
            layer = history.layers.get(one.layer) if one.layer is not None else None
            if layer is not None and _is_unreached(history, layer, one):
                yield self.symptom(
                    f"The answer depends on {one.name} of {described(layer)}, and no gradient "
                    "reaches it: it never changes.",
                    step=0,
                    layer=layer,
                    place=one.cut or one.built,
                )


def _has_used_layers(history: RunHistory, missing: MissingGradients) -> bool:
    """Weights of networks that are never called are another fault: the optimiser has strangers."""
    layers = _layers(history, _optimiser(history, missing))
    samples = [history.samples(layer.layer or 0) for layer in layers]
    is_used = all(any(one.sample.activation for one in of_layer) for of_layer in samples)
    has_gradient = any(one.sample.grad for of_layer in samples for one in of_layer)
    is_long = (missing.steps or 0) >= FEWEST_STEPS
    return bool(layers) and is_long and is_used and not has_gradient


def _optimiser(history: RunHistory, missing: MissingGradients) -> Optimiser:
    known = (one for one in history.optimisers if one.optimiser == missing.optimiser)
    return next(known, Optimiser())


def _layers(history: RunHistory, optimiser: Optimiser) -> list[Layer]:
    return [history.layers[number] for number in optimiser.layers if number in history.layers]


def _is_unreached(history: RunHistory, layer: Layer, one: UnchangedParameter) -> bool:
    if not one.trainable or not one.has_effect:
        return False  # the effect is asked of those that an optimiser was given
    return not one.had_gradient or _has_zero_gradient(history, layer, one)


def _has_zero_gradient(history: RunHistory, layer: Layer, one: UnchangedParameter) -> bool:
    """Of layers of frameworks that is the matter of units that are dead or saturated."""
    if any(name in (layer.type or "").lower() for name in LEARNED) or (one.n or 0) > COMPARED:
        return False
    seen = (sampled.sample.grad.get(one.name) for sampled in history.samples(layer.layer or 0))
    norms = [grad.norm for grad in seen if grad is not None]
    return len(norms) >= FEWEST and all(norm == 0 for norm in norms)
