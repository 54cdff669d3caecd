"""Examples in the order of their labels."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.data_facts import largest_label_share, training_data
from seismograd.traces.events import Data
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

SHARE = 0.7
"""Of the batches: where one label ends and the next begins, a batch has both."""
BY_CHANCE = 0.05
"""The share of batches with one label where examples are shuffled, at most."""
FEWEST = 6
MOST_CHANGES = 0.5
"""Of the batches with one label: in turns, they are made so, as for the two sides of a GAN."""


class SortedData(SymptomDetector):
    """Training examples come in the order of their labels.

    ## When it is reported
    {SHARE:.0%} or more of the batches, and at least {FEWEST}, hold a single label, and the next
    batches mostly hold the same one. Labels so unequal that this would happen to shuffled batches
    (with a chance above {BY_CHANCE:.0%}), and batches of one label that take turns, are left out.

    ## Why is this bad?
    The network follows the label of the moment and forgets the others. The training loss is low
    within a batch, and the accuracy on mixed data is poor.

    ## How to fix
    Shuffle: `DataLoader(..., shuffle=True)`, `fit(..., shuffle=True)`, or `torch.randperm` where
    you cut the batches yourself. Shuffle before splitting, too:
    `train_test_split(..., shuffle=True)`.
    """

    name = "sorted-data"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        data = training_data(history)
        if data is None or len(history.optimisers) > 1 or not _is_sorted(data):
            return
        loader = history.loaders.get(data.loader) if data.loader is not None else None
        if loader is not None and loader.shuffle:
            return
        yield self.symptom(
            f"{data.one_label_batches} of {data.label_batches} batches hold a single label, though "
            f"there are {len(data.labels)}: the examples come in the order of their labels.",
            step=0,
            place=loader.built if loader else None,
            share=(data.one_label_batches or 0) / (data.label_batches or 1),
        )


def _is_sorted(data: Data) -> bool:
    batches, alone, changes = data.label_batches, data.one_label_batches, data.label_changes
    if not batches or not alone or changes is None or not data.examples:
        return False
    several = 2 <= len(data.labels) <= alone / 2
    by_chance = largest_label_share(data) ** max(2.0, data.examples / batches)
    is_common = alone >= FEWEST and alone >= SHARE * batches
    return several and is_common and by_chance <= BY_CHANCE and changes <= MOST_CHANGES * alone
