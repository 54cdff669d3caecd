"""Networks that make everything alike, because nothing in the loss speaks against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from seismograd.traces.events import ComparedPairs
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

LEFT = 1 / 3
"""Of the differences between directions: in healthy trainings they grow, or stay what they are."""
REACHED = 0.1
"""Of the first distance between the pairs."""
FEWEST_PASSES = 100


class CollapsedEmbeddings(SymptomDetector):
    """A loss only pulls pairs together, and the network gives nearly the same for all examples.

    ## When it is reported
    In all backward passes that were looked at, nothing but pairs of outputs is compared, with a
    gradient to both sides, and all of them are pulled together. In the last of {FEWEST_PASSES:g}
    and more passes the directions of the outputs of a batch differ by less than {LEFT:.2g} of what
    they did at first, and the pairs are nearer than {REACHED:g} of their first distance.

    ## Why is this bad?
    One answer for everything is a perfect solution: all pairs agree. The loss is near its best,
    and the outputs say nothing about the examples.

    ## How to fix
    - With a predictor on one side, stop the gradient on the other: `z.detach()`.
    - Otherwise add what keeps examples apart: the others of the batch as wrong answers
      (InfoNCE, triplets), or a term for the variance of the outputs.
    """

    name = "collapsed-embeddings"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for seen in history.compared_pairs:
            is_asked = seen.both_learn and seen.alone and (seen.passes or 0) >= FEWEST_PASSES
            if not is_asked or not seen.first or not seen.last or _pushes(seen):
                continue
            near, apart = (_course(seen, at) for at in (1, 5))
            if apart[1] <= LEFT * apart[0] and near[1] <= REACHED * near[0]:
                yield self.symptom(
                    "The loss only pulls pairs together, and the outputs for the examples of a "
                    f"batch differ by {apart[1]:.2g} now, after {apart[0]:.2g} at first.",
                    place=seen.place,
                    first=apart[0],
                    last=apart[1],
                )


def _pushes(seen: ComparedPairs) -> bool:
    return any(row[2] for row in (*seen.first, *seen.last))


def _course(seen: ComparedPairs, at: int) -> tuple[float, float]:
    """In the very first passes, and at the end."""
    return _usual(seen.first[:2], at), _usual(seen.last, at)


def _usual(rows: Sequence[Sequence[float | None]], at: int) -> float:
    return median(row[at] or 0.0 for row in rows)
