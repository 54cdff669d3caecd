"""Whether the evaluations of a training that works are no better than a guess."""

from __future__ import annotations

import math
from collections.abc import Sequence

from seismograd.traces.constant_answer import NO_BETTER, loss_of_constant_answer
from seismograd.traces.data_facts import largest_label_share, training_data
from seismograd.traces.history import RunHistory
from seismograd.traces.metric_series import HELD_OUT, held_out_accuracies, loss_pairs
from seismograd.traces.windows import finite

DEVIATIONS = 2.5
"""That the best of some evaluations may be above the share of the most frequent label by chance."""
FEWEST = 50
"""Examples of an evaluation: fewer tell nothing of chance."""


def evaluation_is_guess(history: RunHistory) -> bool:
    """By the accuracies where there are any: a loss is bad of answers that are too sure, too."""
    accuracies = held_out_accuracies(history)
    if accuracies:
        return _is_chance(history, accuracies)
    losses = [pair[1] for pair in loss_pairs(history)]
    losses = losses or finite(one.loss for one in history.evaluations)
    constant = loss_of_constant_answer(history)
    return bool(losses) and constant is not None and min(losses) >= NO_BETTER * constant > 0


def _is_chance(history: RunHistory, accuracies: Sequence[float]) -> bool:
    data, count = training_data(history), _held_out_examples(history)
    if data is None or len(data.labels) < 2 or count < FEWEST:
        return False
    share = largest_label_share(data)
    return max(accuracies) <= share + DEVIATIONS * math.sqrt(share * (1 - share) / count)


def _held_out_examples(history: RunHistory) -> int:
    known = [one.examples or 0 for one in history.data.values() if one.role in HELD_OUT]
    return min(known, default=0)
