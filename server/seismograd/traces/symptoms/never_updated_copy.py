"""Copies of a network that give targets and are never brought up to date."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.events import Layer, NetworkCopy, Place, Statistics
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import is_learned, main_weight
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.symptoms.frozen_first_weights import is_evenly_spread

FEWEST_STEPS = 200
"""Some copies are brought up to date after hundreds of steps only."""
FEWEST_LOOKS = 10
SHARE = 0.4
"""Of the backward passes through the network, with a call of the copy before: of two networks that
are trained in turns, one needs no targets."""
LATE = 0.7
"""Of the steps, that the copy is still called after: others take its place in some loops."""

CUT_SHORT = ("failed", "interrupted")
"""Runs of which nobody knows what would have come."""


class NeverUpdatedCopy(SymptomDetector):
    """A copy of the network that targets are made with keeps its random first weights.

    ## When it is reported
    A second network has the class and the first weights of the one that is trained. It is called
    for {SHARE:.0%} or more of the backward passes that were looked at, up to the end, with batches
    that have the form of those that the trained network is given for the same pass, and are others,
    as the next states of Q-learning are. After {FEWEST_STEPS} steps or more its weights are what
    they were at first, and those of its largest layer are as they were drawn.

    Left out are copies that are given the very inputs of the trained network: those are references
    that it is compared with, and stay as they are on purpose.

    ## Why is this bad?
    Targets that are made with the answers of a random network teach those answers. In Q-learning
    no value comes farther than one step from its reward; a teacher that is to follow its
    student has nothing to teach.

    ## How to fix
    Bring the copy up to date in the training loop, after the step of the optimiser: every few
    hundred steps with `target.load_state_dict(network.state_dict())`, or a little after each one,
    with `target_weight.lerp_(weight, 0.005)` for all weights.
    """

    name = "never-updated-copy"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        if history.end is not None and history.end.outcome in CUT_SHORT:
            return
        for one in filter(_gives_targets, history.network_copies):
            if _is_as_drawn(history, one.network):
                yield self.symptom(
                    f"The copy of the network that is called in {_described(one.place)} for each "
                    f"step has its random first weights after {one.steps} steps.",
                    step=0,
                    place=_step_of(history, one.trained) or one.place,
                )
                return


def _gives_targets(copy: NetworkCopy) -> bool:
    looks, beside, steps = copy.looks or 0, copy.beside or 0, copy.steps or 0
    is_often = looks >= FEWEST_LOOKS and beside >= SHARE * looks
    is_long = steps >= FEWEST_STEPS and (copy.last or 0) >= LATE * steps
    return is_often and is_long and copy.same_input == 0


def _is_as_drawn(history: RunHistory, network: int | None) -> bool:
    """By its largest layer: that of a network that was trained before is its body's."""
    weights = [weight for one in _layers(history, network) if (weight := _weight(one))]
    largest = max(weights, key=lambda weight: weight.n or 0, default=None)
    return largest is not None and is_evenly_spread(largest)


def _layers(history: RunHistory, network: int | None) -> Iterator[Layer]:
    for layer in history.layers.values():
        if network is not None and layer.network == network and is_learned(layer):
            yield layer


def _weight(layer: Layer) -> Statistics | None:
    return main_weight(dict(layer.initial))


def _step_of(history: RunHistory, network: int | None) -> Place | None:
    """Where the network makes its steps: there the copy would follow."""
    mine = {layer.layer for layer in _layers(history, network)}
    found = (one.called for one in history.optimisers if mine & set(one.layers))
    return next(found, None)


def _described(place: Place | None) -> str:
    return f"line {place.line}" if place is not None and place.line else "the script"
