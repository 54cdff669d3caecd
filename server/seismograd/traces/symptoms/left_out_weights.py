"""Weights that get a gradient and that no optimiser is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from seismograd.traces.events import LeftOutWeight, Place
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.symptoms.frozen_first_weights import is_evenly_spread

FEWEST_STEPS = 20
"""Since it was first seen, in which it should have changed."""
MOST_NAMED = 3


class LeftOutWeights(SymptomDetector):
    """A weight gets a gradient, no optimiser has it, and it never changes.

    ## When it is reported
    Backward passes give a tensor a gradient, no optimiser has it, and it is the same after
    {FEWEST_STEPS} steps or more. It is reported where it is

    - a plain tensor with `requires_grad=True` among the attributes of a module, or of a layer of
      Keras (on PyTorch): not registered as a weight;
    - a variable of Keras (on PyTorch) that no layer has: an unknown constant of a physical law, or
      a learned weight of a term of the loss;
    - a parameter of a module that a network got after its training had begun;
    - a parameter of another module, where its values are as they were drawn.

    Inputs with a gradient are left out: what a layer takes as its input, and, where the script
    differentiates by data, all tensors that are more than one number.

    ## Why is this bad?
    It keeps its first value, and the rest of the network has to make do with it.

    ## How to fix
    - A plain tensor: make it a weight, with `nn.Parameter(...)` or, in Keras,
      `self.add_weight(...)`.
    - A variable outside of the network: add it to the list that gradients are taken by and that the
      optimiser is given, `variables = model.trainable_variables + [constant]`.
    - A new layer: build the optimiser again, or call `optimizer.add_param_group(...)`.
    - A tensor that is not to be trained: leave out `requires_grad=True`, and give a
      variable of Keras `trainable=False`.
    """

    name = "left-out-weights"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        told = [one for event in history.left_out_weights for one in event.weights]
        left = [one for one in told if (one.steps or 0) >= FEWEST_STEPS]
        plain = {(one.place, one.type, one.name): one for one in left if one.registered is False}
        for one in plain.values():  # of a list, one for all
            yield self.symptom(
                f"{_owned(one)} gets a gradient and never changes: no optimiser is given it.",
                step=0,
                place=one.place,
            )
        meant = [one for one in left if one.registered and _is_meant(history, one)]
        for place, mine in _by_place(meant).items():
            yield self.symptom(
                f"The weights of {_named(mine)} get a gradient and never change: no optimiser is "
                "given them.",
                step=0,
                place=place,
            )


def _owned(weight: LeftOutWeight) -> str:
    if weight.free:
        return f"The variable {weight.name}, which no layer has,"
    return f"{weight.name} of {weight.type or 'a module'}, a plain tensor,"


def _is_meant(history: RunHistory, weight: LeftOutWeight) -> bool:
    """Whether somebody wants it trained; what `unchanged-layers` looks at is left to it."""
    told = history.parameters.unchanged if history.parameters else ()
    mine = (one for one in told if weight.layer is not None and one.layer == weight.layer)
    if any(one.had_gradient for one in mine):
        return False
    is_drawn = weight.first is not None and is_evenly_spread(weight.first)
    return bool(weight.added) or is_drawn


def _by_place(weights: Iterable[LeftOutWeight]) -> dict[Place | None, list[LeftOutWeight]]:
    found: dict[Place | None, list[LeftOutWeight]] = {}
    for one in weights:
        found.setdefault(one.place, []).append(one)
    return found


def _named(weights: list[LeftOutWeight]) -> str:
    names = dict.fromkeys(f"{one.path} ({one.type})" if one.path else one.type for one in weights)
    shown = ", ".join(str(name) for name in list(names)[:MOST_NAMED])
    return shown if len(names) <= MOST_NAMED else f"{shown} and {len(names) - MOST_NAMED} others"
