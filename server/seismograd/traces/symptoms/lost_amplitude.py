"""Networks that leave aside how large an example is, where that is what there is to learn."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector


class LostAmplitude(SymptomDetector):
    """A network does not notice how large its examples are, though that alone tells their targets.

    ## When it is reported
    After the training, the examples of a batch were multiplied by two or divided by it: the output
    stayed what it was. In the same batch, one number for each example, its mean absolute value or
    its standard deviation, tells the target or the class far better than the network does. Only
    batches of 16 examples and more are asked about, and whose amplitudes differ a lot.

    ## Why is this bad?
    A normalisation over each example takes away what the network is to learn from. No layer after
    it can bring it back.

    ## How to fix
    - Scale the inputs with the mean and standard deviation of the training data instead of those of
      each example.
    - Remove the `LayerNorm`, `InstanceNorm`, `GroupNorm` or `UnitNormalization` in front, or use
      `BatchNorm` in its place.
    - Or give the network the size of the example as a further input.
    """

    name = "lost-amplitude"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for one in history.network_checks:
            if one.check != "amplitude-is-used" or one.result is not False or not one.shares:
                continue
            by_amplitude, by_network = one.shares
            yield self.symptom(
                "The output stays the same when an example is multiplied by a number, though how "
                f"large it is tells {by_amplitude:.0%} of its target, and the network "
                f"{by_network:.0%}.",
                layer=history.layers.get(one.layer) if one.layer is not None else None,
                place=one.place,
            )
