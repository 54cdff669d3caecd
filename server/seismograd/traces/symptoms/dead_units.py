"""Rectified units that are always zero."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import RECTIFIED, activations, is_one_of
from seismograd.traces.symptom import Symptom, SymptomDetector, described
from seismograd.traces.windows import finite

DEAD = 0.7
"""Share of units that are zero for the whole batch (AutoTrainer, DeepDiagnosis)."""


class DeadUnits(SymptomDetector):
    """Most units of a layer are zero for every example.

    ## When it is reported
    In the second half of the measured steps, {DEAD:.0%} or more of the units of a ReLU (or a
    similar function) are zero for a whole batch (median).

    ## Why is this bad?
    A rectified unit that is zero for all examples gets no gradient and stays zero. The layer has
    fewer units than it seems; where all of them are dead, nothing before it learns.

    ## How to fix
    - Lower the learning rate: one step that is too long can push the biases far below zero.
    - Scale the inputs, and leave the initial weights to the framework.
    - Use `LeakyReLU`, `GELU` or `ELU`, which have a gradient below zero.
    """

    name = "dead-units"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for layer in history.sampled_layers:
            if not is_one_of(layer, RECTIFIED):
                continue
            seen = [(at, one.dead) for at, one in activations(history.samples(layer.layer or 0))]
            shares = finite(share for _, share in seen[len(seen) // 2 :])
            if shares and median(shares) >= DEAD:
                yield self.symptom(
                    f"{median(shares):.0%} of the units of {described(layer)} are zero for every "
                    "example.",
                    step=next(at for at, share in seen if share is not None and share >= DEAD),
                    layer=layer,
                    share=median(shares),
                )
