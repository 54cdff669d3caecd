"""Losses that mix every example with every other."""

from __future__ import annotations

import math
from collections.abc import Iterator

from seismograd.traces.events import Broadcast, LossFunction
from seismograd.traces.events.parts import Shape
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

ELEMENTWISE = frozenset({"mseloss", "l1loss", "smoothl1loss", "huberloss"})
"""Losses of PyTorch that compare element by element; those of Keras make the shapes alike."""
DIFFERENCE = "subtraction"
"""The type of a loss that is known by a difference in it."""


class BroadcastLoss(SymptomDetector):
    """The loss mixes what belongs to each example with what belongs to all others.

    ## When it is reported
    The loss is computed from n x n values though the network gives n answers (n above 1): a column
    of answers of shape (n, 1) meets a row of targets of shape (n,), or the reverse. In a formula of
    the script it is their difference, where one side is learned and the other is not: all pairs of
    answers, as a ranking loss compares them, are left out. So are losses of Keras, which make the
    shapes alike.

    It may also be a product, a quotient, a sum, a maximum or a choice of a column and a row: the
    probability of an action times an advantage, or the loss of each example times its weight. That
    is reported where the loss is the mean or the sum over all of the n x n values, and where the
    column is one from the start: a layer gave it, values were picked by `gather`, or the data
    have it. It is not where the script makes the column of a row (`a[:, None]`, `unsqueeze`,
    `view`, `keepdim`), where the pairs meet something else that has a value for each pair, such as
    a mask, or where they are gone through row by row: pairs are meant there. A product is reported
    however its column was made, where one side is learned, the other belongs to examples, and
    nothing is done with the pairs but to take their mean: they are of no use for that.

    ## Why is this bad?
    PyTorch broadcasts a column and a row to a square, and the loss is the mean over all pairs. The
    best that a network can do with a difference is to answer the mean of the targets to every
    example: the loss falls to that value and stays there. The mean of a product is the product of
    the two means: no action is credited with its own advantage, and no example has its own weight.

    ## How to fix
    Give both the same shape, and keep the warning of PyTorch about different sizes visible:

    - `loss_fn(model(x).squeeze(-1), y)`, or
    - `loss_fn(model(x), y.unsqueeze(-1))`;
    - `log_prob.squeeze(-1) * advantage`.
    """

    name = "broadcast-loss"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        found = [loss for loss in history.loss_functions if _count_of_pairs(loss)]
        if any(loss.type == DIFFERENCE for loss in found):
            found = [loss for loss in found if not _is_formula(loss)]
        for loss in found:
            count = _count_of_pairs(loss)
            yield self.symptom(
                f"The loss is computed from {count} x {count} values, though the network gives "
                f"{count} answers: shapes are broadcast.",
                step=0,
                place=loss.called or loss.built,
                answers=float(count),
            )
        lines = {loss.called for loss in found}
        for one in history.broadcasts:
            if one.place not in lines:
                yield self._of_operation(one)

    def _of_operation(self, told: Broadcast) -> Symptom:
        count = (told.other or (0,))[0] or 0
        return self.symptom(
            f"Values of shape {_written(told.column)} and {_written(told.other)} are put together: "
            f"the loss mixes all {count} x {count} pairs of examples.",
            step=0,
            place=told.place,
            answers=float(count),
        )


def _written(shape: Shape) -> str:
    return str(tuple(shape))


def _is_formula(loss: LossFunction) -> bool:
    """Known by its backward pass only, and not by the line of its difference."""
    return bool(loss.reduced) and loss.type != DIFFERENCE


def _count_of_pairs(loss: LossFunction) -> int:
    """Zero where answers and targets belong together."""
    if loss.reduced and loss.answers:
        count = math.prod(size or 0 for size in loss.answers)
        is_square = count > 1 and list(loss.reduced) == [count, count]
        return count if is_square else 0
    is_elementwise = (loss.type or "").lower().replace("_", "") in ELEMENTWISE
    row, column = sorted((loss.input_shape, loss.target_shape), key=len)
    is_square = len(row) == 1 and tuple(column) == (row[0], 1) and (row[0] or 0) > 1
    return row[0] or 0 if is_elementwise and is_square else 0
