"""Residual blocks of which one part drowns the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom
from seismograd.traces.symptoms.network_checks import FailedCheck
from seismograd.traces.weak_training import FEWEST_STEPS, WEAK, is_weak


class ResidualImbalance(FailedCheck):
    """In residual blocks, what is added is far larger than what it is added to, or far smaller.

    ## When it is reported
    After the training, a batch was given again. In four of five sums of a stream and a branch that
    was computed from it, the branch is more than 10 times as large as the stream, or less
    than a thousandth of it (root of the mean square).

    The training has {FEWEST_STEPS} steps or more, and more than {WEAK:.0%} of the loss at first is
    left, or the network is no better than a guess.

    ## Why is this bad?
    A branch that drowns the stream takes away what residual connections are for: the way around
    the block for signal and gradient. A branch that is not heard computes in vain.

    ## How to fix
    - Add the branch as it is, or with a factor of 1 or somewhat less; a learned factor may begin
      near zero.
    - Normalise what goes into the branch (`x + f(norm(x))`), or the sum (`norm(x + f(x))`).
    - Scale embeddings and positions to about the same size, of the order of 1.
    """

    name = "residual-imbalance"
    messages: ClassVar = {
        "streams-are-kept": "In residual blocks, the branch is more than ten times as large as the "
        "stream that it is added to.",
        "branches-are-heard": "In residual blocks, the branch is less than a thousandth of the "
        "stream that it is added to.",
    }

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        if is_weak(history, WEAK, FEWEST_STEPS):
            yield from super().find(history)
