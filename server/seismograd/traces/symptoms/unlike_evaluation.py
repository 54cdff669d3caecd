"""Evaluations that know nothing of what the training knows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import median

from seismograd.traces.data_facts import largest_label_share, training_data
from seismograd.traces.history import RunHistory
from seismograd.traces.metric_series import held_out_accuracies, loss_pairs
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import FEWEST, is_long

LEARNED = 0.5
"""Of the loss at first, at the end of the first epoch: no example of it was seen before."""
NOTHING = 0.9
"""Of the loss at first, in the evaluation: what a network has that was not trained."""
CHANCE = 0.1
"""Above the share of the most frequent label: an accuracy that says nothing."""
ONCE = 1.5
"""Times that an example may have been seen in what counts as the first epoch."""


class UnlikeEvaluation(SymptomDetector):
    """The network does well on new examples of the training, and knows nothing in the evaluation.

    ## When it is reported
    At the end of the first epoch, where no example was seen before, the training loss is below
    {LEARNED:.0%} of what it was at first. Yet in all evaluations the loss is above {NOTHING:.0%} of
    that, or the accuracy is within {CHANCE:g} of the share of the most frequent label.

    ## Why is this bad?
    This is no overfitting: the network is right on examples that it sees for the first time. The
    data of the evaluation is something else to it, or it is asked in another way.

    ## How to fix
    - Prepare the data of the evaluation with what was fitted to the training data: the same scaler,
      vocabulary, tokenizer, order of classes and of columns.
    - Check that inputs and labels of the evaluation belong together.
    - Check the mode (`model.eval()`), and how the metric reads the output.
    """

    name = "unlike-evaluation"
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        accuracies, losses = held_out_accuracies(history), [pair[1] for pair in loss_pairs(history)]
        first = _first_epoch(history, max(len(accuracies), len(losses)))
        if not is_long(first):
            return
        start, online = median(first[:FEWEST]), median(first[-FEWEST:])
        if not 0 < start < math.inf or not online <= LEARNED * start:
            return
        if _is_chance(history, accuracies) or (losses and min(losses) >= NOTHING * start):
            yield self.symptom(
                f"The training loss falls from {start:.4g} to {online:.4g} in the first epoch, on "
                f"examples that are new to the network; the evaluation never gets better than "
                f"{_told(accuracies, losses)}.",
                online=online,
                start=start,
            )


def _told(accuracies: Sequence[float], losses: Sequence[float]) -> str:
    if accuracies:
        return f"an accuracy of {max(accuracies):.3g}"
    return f"a loss of {min(losses):.4g}"


def _is_chance(history: RunHistory, accuracies: Sequence[float]) -> bool:
    data = training_data(history)
    if not accuracies or data is None or len(data.labels) < 2:
        return False
    return max(accuracies) <= largest_label_share(data) + CHANCE


def _first_epoch(history: RunHistory, evaluations: int) -> list[float]:
    """Its losses; none where it may have shown examples again."""
    told = history.epochs[0].step if history.epochs else None
    steps = told or _steps_without_repeats(history, evaluations)
    return [one.value for one in history.data_losses if one.step < steps]


def _steps_without_repeats(history: RunHistory, evaluations: int) -> int:
    """Up to the first evaluation, if no example can have come twice by then; else none."""
    steps = history.step_count // evaluations if evaluations else 0
    data = training_data(history)
    sizes = [one.batch for one in history.steps if one.batch]
    if data is None or not data.examples or not sizes:
        return 0
    return steps if steps * median(sizes) <= ONCE * data.examples else 0
