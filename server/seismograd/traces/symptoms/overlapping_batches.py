"""Batches that begin a few examples after one another, and repeat the rest."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.data_facts import training_data
from seismograd.traces.events import Data, Place
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

FEWEST = 3
"""Batches that repeat another one."""
SHARE = 0.5
"""Of all that were compared: in an order that is shuffled, some are too far from each other."""
MOST_NEW = 0.25
"""Of a batch that is new in the next one: half of it may be meant."""


class OverlappingBatches(SymptomDetector):
    """Each batch repeats nearly all of the one before it, and most of the data is never used.

    ## When it is reported
    In {FEWEST} pairs of batches of one pass or more, and {SHARE:.0%} of those that were compared,
    one batch holds a stretch of the examples of the other in the same order, moved by some rows,
    and all are moved by multiples of at most {MOST_NEW:.0%} of a batch. Examples are compared by
    all of their values, or by their targets where their inputs are alike and changed at random.
    Examples drawn with replacement come again in another order; windows of a series that share
    values are different examples. Only batches of a loader of the stated size, and those that
    `fit` gets from code of the project, are looked at.

    ## Why is this bad?
    As many batches as the data has are made, but they only reach as far as their number: a few
    examples are learned by heart, and the rest is never seen.

    ## How to fix
    A batch begins at its number times its size: `start = index * self.batch_size`, or
    `for start in range(0, len(x), batch_size)`.
    """

    name = "overlapping-batches"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        data = training_data(history)
        if data is None or not _overlaps(data) or not _is_of_examples(history, data):
            return
        moved, stride = data.overlapping["moved"], data.overlapping["stride"]
        rows = data.overlapping["rows"]
        yield self.symptom(
            f"{moved} of {data.overlapping['pairs']} batches of {rows} examples hold those of the "
            f"one seen before, moved by {stride} or a few times as many: they begin {stride} "
            f"instead of {rows} examples after one another.",
            step=0,
            place=_place(history, data),
            share=moved / data.overlapping["pairs"],
        )


def _overlaps(data: Data) -> bool:
    found = data.overlapping
    if found.get("moved", 0) < FEWEST or not found.get("forward"):
        return False  # data that was repeated before goes on from its beginning
    is_small = found.get("stride", 0) <= MOST_NEW * found.get("rows", 0)
    return is_small and found["moved"] >= SHARE * found.get("pairs", 0)


def _is_of_examples(history: RunHistory, data: Data) -> bool:
    """Whether rows are examples for sure: those of a sequence may be moved through its steps."""
    if data.loader is None:
        return data.role is not None and data.made is not None
    loader = history.loaders.get(data.loader)
    return loader is not None and loader.batch_size == data.overlapping.get("rows")


def _place(history: RunHistory, data: Data) -> Place | None:
    loader = history.loaders.get(data.loader) if data.loader is not None else None
    return loader.built if loader is not None else data.made
