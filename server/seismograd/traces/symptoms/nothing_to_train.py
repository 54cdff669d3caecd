"""Trainings without anything to train."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

FEWEST = 5
"""Steps, or losses where none is made."""


class NothingToTrain(SymptomDetector):
    """Every parameter of a network is frozen, and it is trained all the same.

    ## When it is reported
    Every parameter of a network is frozen, and there are {FEWEST} steps or losses or more.

    ## Why is this bad?
    No step can change anything: the results are those of the first weights.

    ## How to fix
    Freeze the part that you mean (`for p in model.backbone.parameters(): p.requires_grad = False`)
    and leave the head trainable, or build the new head after freezing. In Keras, set `trainable`
    before `compile`.
    """

    name = "nothing-to-train"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for fitted in history.frozen_networks:
            yield self.symptom(
                f"All {fitted.parameters} parameters of a network that is fitted are frozen.",
                step=0,
                place=fitted.place,
            )
        if history.frozen_networks:
            return
        networks = [one for one in history.networks if one.parameters]
        steps = max(history.step_count, len(history.losses), len(history.epochs))
        if networks and steps >= FEWEST and all(one.trainable == 0 for one in networks):
            first = networks[0]
            yield self.symptom(
                f"All {first.parameters} parameters of {first.type or 'the network'} are frozen.",
                step=0,
                place=first.built or first.called,
            )
