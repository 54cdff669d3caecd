"""Networks that are trained to give back their input, and do not look at it."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import ending, finite, is_long

SETTLED = 0.95
"""Of the loss before the last tenth: one that falls by more may yet learn to use its input."""


class InputIgnored(SymptomDetector):
    """A network that is trained to give back its input gives the same for every input.

    ## When it is reported
    After the training, the examples of a batch changed places, and the output stayed what it
    was. The loss is a sum of terms, and its last tenth is not below {SETTLED:.0%} of the tenth
    before.

    ## Why is this bad?
    Nothing of the input is learned. Mostly another term of the loss outweighs the one that
    compares with the input, as where one is a mean over all values and the other a sum.

    ## How to fix
    Take sums or means for all terms alike, and weigh the terms; let the weight of the penalty
    grow slowly.
    """

    name = "input-ignored"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        failed = [one for one in history.network_checks if one.check == "uses-input"]
        if not any(one.result is False and one.terms for one in failed) or not _is_settled(history):
            return
        loss = next(iter(history.loss_functions), None)
        yield self.symptom(
            "The output is the same for every input, though the network is trained to give its "
            "input back; its loss has other terms as well.",
            place=(loss.called or loss.built) if loss else None,
        )


def _is_settled(history: RunHistory) -> bool:
    losses = finite(point.value for point in history.losses)
    if not is_long(losses):
        return False
    last = ending(losses)
    before = losses[-2 * len(last) : -len(last)]
    return median(last) >= SETTLED * median(before)
