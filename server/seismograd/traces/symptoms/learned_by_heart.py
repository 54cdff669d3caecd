"""A training that learns its own data, and little else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from seismograd.faults import Severity
from seismograd.traces.history import RunHistory
from seismograd.traces.metric_series import loss_pairs
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import beginning, ending, finite, is_long

LEARNED = 0.25
"""Of the loss at first: what is left of it in the training."""
HARDLY_BETTER, OTHER_UNIT = 0.5, 5.0
"""Of the loss at first, for data that is new: from half of it on hardly anything was learned that
holds there. Far above it, the loss of the evaluation is another one, or a sum."""
ALIKE = 3.0
"""Times the loss of the training: evaluations up to there are of data that was trained on."""


class LearnedByHeart(SymptomDetector):
    """The training data is learned by heart, and new data is hardly better than at first.

    ## When it is reported
    The training loss ends below {LEARNED:.0%} of what it was at first, and the loss of the last
    evaluation is above {HARDLY_BETTER:.0%} of that. It is called `never-validated` where no
    evaluation before the last one was on new data: each had a loss of at most {ALIKE:g} times that
    of the training. Where `fit` ends as well on data that was kept back, and only an evaluation
    after it is worse, nothing was learned by heart; nor in a single epoch.

    ## Why is this bad?
    The result is worth little for anything but the training data, and nothing in the run showed
    it in time.

    ## How to fix
    - Keep some data back, evaluate on it after each epoch, and keep the weights of the best one.
    - Use dropout, weight decay or augmentation, a smaller network, or more data.
    """

    name = "learned-by-heart"
    names = ("learned-by-heart", "never-validated")
    severity = Severity.INFO
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        losses = finite(point.value for point in history.data_losses)
        told = finite(one.loss for one in history.evaluations)
        if history.end is None or not is_long(losses) or not told:
            return
        first, last = median(beginning(losses)), median(ending(losses))
        is_learned = 0 <= last < LEARNED * first
        if not is_learned or not HARDLY_BETTER * first < told[-1] < OTHER_UNIT * first:
            return
        if len(history.epochs) == 1 or _holds_for_new_data(history):
            return  # nothing is learned by heart that was seen once
        yield self.symptom(
            f"The training loss falls from {first:.4g} to {last:.4g}, and the last evaluation has "
            f"a loss of {told[-1]:.4g}.",
            name="learned-by-heart" if _was_validated(told, last) else "never-validated",
            training=last,
            evaluation=told[-1],
        )


def _holds_for_new_data(history: RunHistory) -> bool:
    """Whether data that was kept back is as good as that of the training (arguments of `fit`)."""
    shared = any({"train", "validation"} == {one.first, one.second} for one in history.overlaps)
    pairs = loss_pairs(history)
    if shared or "validation" not in history.data or not pairs:
        return False
    training, kept_back = pairs[-1]
    return kept_back <= ALIKE * training


def _was_validated(evaluations: Sequence[float], last: float) -> bool:
    """Whether an evaluation near the end, but for the last one, was of new data."""
    late = evaluations[len(evaluations) // 2 : -1]
    return any(loss > ALIKE * last for loss in late)
