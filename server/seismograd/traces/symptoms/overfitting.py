"""Validation loss against training loss."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.metric_series import loss_pairs
from seismograd.traces.symptom import Symptom, SymptomDetector

RISE = 1.2
"""Of the lowest validation loss."""
FALL = 0.8
"""Of the training loss at that time."""
FEWEST = 5


class Overfitting(SymptomDetector):
    """The validation loss rises while the training loss falls.

    ## When it is reported
    The lowest validation loss lies in the first two thirds of the run. Since then it has risen to
    more than {RISE:g} times that value, and the training loss has fallen to less than {FALL:g}
    times what it was then. {FEWEST} pairs of losses are needed. Not where weights are put into the
    network after its last step: these are mostly the best it had.

    ## Why is this bad?
    The network learns the training data by heart: from the lowest point on, every epoch makes it
    worse on new data.

    ## How to fix
    - Stop at the lowest validation loss, and keep those weights
      (`EarlyStopping(restore_best_weights=True)`).
    - Use dropout, weight decay or augmentation, or a smaller network.
    - Get more data.
    """

    name = "overfitting"
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        pairs = loss_pairs(history)
        if len(pairs) < FEWEST or history.ends_restored:
            return
        best = min(range(len(pairs)), key=lambda at: pairs[at][1])
        train, lowest = pairs[best]
        last_train, last = pairs[-1]
        is_early = best < len(pairs) * 2 / 3
        if is_early and lowest > 0 and last > RISE * lowest and last_train < FALL * train:
            yield self.symptom(
                f"The validation loss rises from {lowest:.4g} (epoch {best + 1}) to {last:.4g}, "
                f"while the training loss falls from {train:.4g} to {last_train:.4g}.",
                lowest=lowest,
                last=last,
            )
