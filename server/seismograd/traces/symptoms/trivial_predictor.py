"""Networks that are no better than a constant answer."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from seismograd.traces import constant_answer
from seismograd.traces.constant_answer import NO_BETTER, loss_of_constant_answer
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import ending, finite, is_long

FEWEST_EXAMPLES = constant_answer.FEWEST_EXAMPLES


class TrivialPredictor(SymptomDetector):
    """The network is no better than a guess that ignores the input.

    ## When it is reported
    The training loss ends at {NO_BETTER:.0%} or more of the loss of a constant answer: the
    frequency of each class for a cross-entropy, the mean of the targets for a squared error.
    {FEWEST_EXAMPLES} examples are needed, and one loss function.

    ## Why is this bad?
    What the network has learned is how often each answer is right, and nothing about the input.

    ## How to fix
    Try to fit a single batch. Where that works, inputs and labels may not belong together: check
    that both are shuffled in the same way. Where it does not, see the causes below.
    """

    name = "no-better-than-guessing"
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        losses = finite(point.value for point in history.data_losses)
        guess = loss_of_constant_answer(history)
        if guess is None or not is_long(losses):
            return
        last = median(ending(losses))
        if last >= NO_BETTER * guess:
            yield self.symptom(
                f"The training loss ends at {last:.4g}; a constant answer that ignores the input "
                f"has {guess:.4g}.",
                loss=last,
                guess=guess,
            )
