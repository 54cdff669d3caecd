"""Classes that the evaluation numbers in another way."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.events import Reading
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

KNOWN = 0.8
"""Of the answers that fit another numbering: as good as a trained network gets."""
APART = 0.3
FEWEST = 30
"""Answers: with few of them, some numbering fits by chance."""
TO_BE_COUNTED = 5
"""Answers for each class."""


class RenumberedLabels(SymptomDetector):
    """The answers of an evaluation are right, but for the numbers of the classes.

    ## When it is reported
    In the last evaluation each class that the network gives stands for one label, and another one
    for each: {KNOWN:.0%} of the answers or more would be right with these numbers, and at least
    {APART:.0%} fewer are with their own. That needs {FEWEST} answers, {TO_BE_COUNTED} for each
    class.

    ## Why is this bad?
    The network is good, and the evaluation says that it is not: names were turned into numbers
    twice, in another order each time.

    ## How to fix
    Fit the encoder of the labels on the training data once, and use the same for all sets.
    """

    name = "renumbered-labels"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for reading in history.readings:
            share = reading.renumbered
            right = _right(reading)
            if share is not None and right is not None and share >= max(KNOWN, right + APART):
                yield self.symptom(
                    f"{right:.0%} of the answers are right, and {share:.0%} would be if the "
                    "classes were numbered otherwise.",
                    place=reading.place,
                    right=right,
                    renumbered=share,
                )


def _right(reading: Reading) -> float | None:
    """In the last evaluation; None where too little was answered."""
    right, count = (reading.passes[-1] if reading.passes else (None, None))[:2]
    classes = reading.output_shape[1] if len(reading.output_shape) > 1 else None
    if right is None or not count or not classes:
        return None
    return right / count if count >= max(FEWEST, TO_BE_COUNTED * classes) else None
