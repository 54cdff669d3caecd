"""Contrastive losses with next to nothing to contrast."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

FEW = 4
"""Pairs of a batch. Not more: tasks of five classes with an example each look the same."""


class FewNegatives(SymptomDetector):
    """A loss over the pairs of a batch has next to no wrong pairs to tell the right ones from.

    ## When it is reported
    A cross-entropy is given the scores of all pairs of a batch, with the right ones in the same
    places each time, and no batch has more than {FEW} of them.

    ## Why is this bad?
    The other examples of the batch are the wrong answers that the network learns to tell apart. Of
    one or two of them most are told apart easily, so that the loss is small soon and teaches
    little about the many candidates that a search has.

    ## How to fix
    Make the batches larger: 64 pairs and more are usual. Where memory does not allow that, keep
    the outputs of former batches as further wrong answers. Accumulated gradients do not help.
    """

    name = "few-negatives"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        largest = max(history.pair_losses, key=lambda one: one.size or 0, default=None)
        if largest is None or not largest.size or largest.size > FEW:
            return
        others = "1 wrong one" if largest.size == 2 else f"{largest.size - 1} wrong ones"
        yield self.symptom(
            f"Each right pair is told from {others} only: a batch has {largest.size} examples.",
            place=largest.place,
            size=largest.size,
        )
