"""Pairs that have changed places in a loss."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from seismograd.traces.events import Place
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

FARTHER = 0.1
"""Of the deviation of all distances: that the pulled pairs are farther apart at first."""
SURE = 5.0
"""Standard errors of it."""
NEARER = 0.25
"""Of the deviation: healthy trainings end with the pulled pairs nearer by 1 and more."""
FEWEST_LOOKS = 4


class TurnedPairs(SymptomDetector):
    """The loss pulls pairs together that are farther apart than those it pushes apart.

    ## When it is reported
    In the first backward passes, the sign of the gradient tells which pairs the loss pulls together
    and which it pushes apart; a triplet loss of the framework says so by its arguments. The pulled
    ones are farther apart by more than {FARTHER:g} of the deviation of all distances, and by more
    than {SURE:g} standard errors. At the end of the training they are still not nearer than the
    others by {NEARER:g} of it.

    Rows that are picked out of a batch by number are not looked at: the hardest pairs of their kind
    are meant to be far apart.

    ## Why is this bad?
    A network with its first weights keeps some of what is alike in its inputs. Where that is pushed
    apart, same and other have changed places: the network cannot learn it, as equal inputs have
    equal outputs, and makes everything alike instead.

    ## How to fix
    - Check the order of the arguments: anchor, positive, negative.
    - Check what the label of a pair means: whether 1 stands for the same or for another one.
    - A distance is to be small for the pairs that belong together, a similarity large.
    """

    name = "turned-pairs"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for seen in history.compared_pairs:
            first, last = _gaps(seen.first), _gaps(seen.last)
            if min(len(first), len(last)) < FEWEST_LOOKS:
                continue
            at_first, at_last = (_mean([gap for gap, _ in one]) for one in (first, last))
            error = math.hypot(*(one for _, one in first)) / len(first)
            if at_first < -max(FARTHER, SURE * error) and at_last < NEARER:
                yield self._symptom(at_first, at_last, seen.place)

    def _symptom(self, at_first: float, at_last: float, place: Place | None) -> Symptom:
        return self.symptom(
            "The pairs that the loss pulls together are farther apart than those that it pushes "
            f"apart, by {-at_first:.2g} of the deviation of all distances at first: they have "
            "changed places.",
            step=0,
            place=place,
            first=at_first,
            last=at_last,
        )


def _gaps(rows: Sequence[Sequence[float | None]]) -> list[tuple[float, float]]:
    """By how much the pushed pairs are farther apart, in deviations, with the error of that."""
    found = []
    for pulled, near, pushed, far, deviation, _ in rows:
        if pulled and pushed and deviation and near is not None and far is not None:
            found.append(((far - near) / deviation, math.sqrt(1 / pulled + 1 / pushed)))
    return found


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
