"""Layers that do not learn."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from seismograd.traces.events import Layer, Statistics, UnchangedParameter
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import WEIGHTS, is_learned, learned_layers, main_weight
from seismograd.traces.symptom import Symptom, SymptomDetector, described
from seismograd.traces.symptoms.frozen_first_weights import is_evenly_spread
from seismograd.traces.windows import finite

FEWEST = 3
"""Measured steps."""
LOST = 1e-6
"""Of the size of the weights: single precision has seven digits."""
FEWEST_STEPS = 20
"""Of a run, where only its end tells."""


class UnchangedLayers(SymptomDetector):
    """Layers that could learn never change, while others do.

    ## When it is reported
    The weights of a layer are the same in {FEWEST} measured steps or more, or at the end of a run
    of {FEWEST_STEPS} steps or more, while other layers change. Left out are layers that are frozen
    (`requires_grad` is false), and those that are neither in an optimiser nor get a gradient:
    networks that give targets, teachers, bodies whose features are used. Of layers of Keras that
    a model has and no optimiser, those are told whose weights are as they were drawn; of layers of
    the script's own, those that get a gradient and are in no optimiser. Where steps are smaller
    than {LOST:g} of the weights, no layer is named: see [update-size](update-size.md).

    ## Why is this bad?
    The layer keeps its random first weights, and the rest of the network has to make do with them.

    ## How to fix
    The message says why the layer does not change:

    - No optimiser is given its weights: build the optimiser after the network is complete, keep
      layers in `nn.ModuleList`, not in a list, and name all networks.
    - The model does not know of it (Keras): keep layers in attributes of a model or layer, or in
      lists there, not in objects of other classes or in variables of the module.
    - It gets no gradient: something cuts the graph, such as `.detach()`, `.item()`,
      `torch.no_grad()` or `argmax`, or the layer is never used.
    - Its gradient is zero: see whether the run also shows `dead-units` or `saturated-units`.
    """

    name = "unchanged-layers"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        if _steps_are_lost_in_rounding(history):
            return
        layers = list(learned_layers(history))
        unchanged = [
            layer
            for layer in layers
            if (_is_unchanged(history, layer) or _ends_unchanged(history, layer))
            and not _changes_later(history, layer)
            and not _is_left_alone(history, layer)
        ]
        forgotten = [layer for layer in history.layers.values() if _is_forgotten(history, layer)]
        layers, unchanged = layers + forgotten, unchanged + forgotten
        if not history.optimisers and len(unchanged) == len(layers):
            return  # gradients for something else than training
        for layer in unchanged:
            yield self.symptom(
                f"The weights of {described(layer)} never change{_why(history, layer)}.",
                step=0,
                layer=layer,
                share=len(unchanged) / len(layers),
                without_gradient=float(_has_no_gradient(history, layer)),
            )


def _steps_are_lost_in_rounding(history: RunHistory) -> bool:
    """Then no weight changes, whoever is given it."""
    ratios = finite(step.update_ratio for step in history.steps)
    return bool(ratios) and median(ratios) < LOST


def _is_unchanged(history: RunHistory, layer: Layer) -> bool:
    seen = [main_weight(dict(one.sample.weight)) for one in history.samples(layer.layer or 0)]
    known = [one for one in seen if one is not None]
    return len(known) >= FEWEST and len({_identity(one) for one in known}) == 1


def _ends_unchanged(history: RunHistory, layer: Layer) -> bool:
    """Its weight is what it was at first, after many steps; of a few rows that is no sign."""
    found = [one for one in _of_layer(history, layer.layer) if one.name.startswith(WEIGHTS)]
    sparse = "embedding" in (layer.type or "").lower() and any(one.had_gradient for one in found)
    return bool(found) and not sparse and history.step_count >= FEWEST_STEPS


def _is_forgotten(history: RunHistory, layer: Layer) -> bool:
    """A layer of the script's own that ends unchanged with a gradient, in no optimiser."""
    told, mine = history.parameters, _of_layer(history, layer.layer)
    if told is None or not mine or is_learned(layer) or "norm" in (layer.type or "").lower():
        return False
    is_whole = sum(one.n or 0 for one in mine) == layer.trainable
    is_meant = any(one.had_gradient for one in mine) and not _is_left_alone(history, layer)
    others_change = len(told.unchanged) < (told.compared or 0)
    is_given = any(one.optimised for one in mine)
    is_long = history.step_count >= FEWEST_STEPS
    return is_whole and is_meant and others_change and is_long and not is_given


def _changes_later(history: RunHistory, layer: Layer) -> bool:
    """After the samples: what another network is copied into now and then, for one."""
    return history.parameters is not None and layer.layer in history.parameters.changed


def _is_left_alone(history: RunHistory, layer: Layer) -> bool:
    """Nobody means to train it: no optimiser has it, and it gets no gradient.

    Networks that give targets, teachers, bodies whose features are used.
    """
    told = history.parameters.unchanged if history.parameters else ()
    mine = [one for one in told if one.layer == layer.layer]
    if mine:
        is_meant = any(one.optimised or one.had_gradient for one in mine)
        return not is_meant or _is_used_as_it_is(layer, mine)
    return _is_in_no_optimiser(history, layer) and _has_no_gradient(history, layer)


def _is_used_as_it_is(layer: Layer, mine: list[UnchangedParameter]) -> bool:
    """One that a Keras model has and the script leaves out of its steps, with weights that were
    loaded: with PyTorch below, it gets a gradient whether anybody asks for it or not."""
    is_left_out = all(one.tracked and not one.optimised for one in mine)
    weight = main_weight(dict(layer.initial))
    return is_left_out and (weight is None or not is_evenly_spread(weight))


def _is_in_no_optimiser(history: RunHistory, layer: Layer) -> bool:
    given = {number for one in history.optimisers for number in one.layers}
    return bool(given) and layer.layer not in given


def _of_layer(history: RunHistory, layer: int | None) -> list[UnchangedParameter]:
    told = history.parameters.unchanged if history.parameters else ()
    return [one for one in told if one.layer == layer and one.trainable]


def _identity(statistics: Statistics) -> tuple[float | None, ...]:
    return (statistics.mean, statistics.std, statistics.min, statistics.max, statistics.norm)


def _has_no_gradient(history: RunHistory, layer: Layer) -> bool:
    return all(not one.sample.grad for one in history.samples(layer.layer or 0))


def _why(history: RunHistory, layer: Layer) -> str:
    told = _of_layer(history, layer.layer)
    if any(one.tracked is False for one in told):
        return ": the model that calls it does not know of it, so no optimiser is given them"
    if not any(one.optimised for one in told) if told else _is_in_no_optimiser(history, layer):
        return ": no optimiser is given them"
    if _has_no_gradient(history, layer):
        return ": they get no gradient"
    found = (main_weight(dict(one.sample.grad)) for one in history.samples(layer.layer or 0))
    is_zero = all(one.norm == 0 for one in found if one is not None)
    return ": their gradient is zero" if is_zero else ", though they have a gradient"
