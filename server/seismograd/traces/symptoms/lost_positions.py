"""Networks that pool over all positions, where a position is what there is to learn."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector


class LostPositions(SymptomDetector):
    """A network takes the mean over all positions, though a position is what it is to tell.

    ## When it is reported
    After the training, in a batch of 16 examples or more with measured targets: the middle of what
    stands out in a picture or signal tells a column of the target far better than the network does,
    and a layer of the network makes one number of all positions of a channel.

    ## Why is this bad?
    The mean or the largest value over all positions is the same wherever something is. No layer
    after it can tell where it was.

    ## How to fix
    - Leave the pooling out and flatten what the convolutions give, or pool to a few positions
      (`AdaptiveAvgPool2d(4)`).
    - Or take the middle of each channel with a softmax over its positions (soft-argmax).
    """

    name = "lost-positions"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for one in history.network_checks:
            if one.check != "positions-are-kept" or one.result is not False or not one.shares:
                continue
            by_place, by_network = one.shares
            yield self.symptom(
                "One number is made of all positions of a channel, though where something is tells "
                f"{by_place:.0%} of a target, and the network {by_network:.0%}.",
                layer=history.layers.get(one.layer) if one.layer is not None else None,
                place=one.place,
            )
