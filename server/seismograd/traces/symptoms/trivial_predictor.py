"""Networks that are no better than a constant answer."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import median

from seismograd.traces.data_facts import training_data
from seismograd.traces.events import Data
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import ending, finite, is_long

CROSS_ENTROPY = ("crossentropy", "nll", "cross_entropy")
SQUARED = ("mse", "mean_squared", "meansquared")
NO_BETTER = 0.97
"""Of the loss of the trivial predictor: noise of the last stretch stays within it."""
FEWEST_EXAMPLES = 64


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
        kinds = {(one.type or "").lower() for one in history.loss_functions}
        if not is_long(losses) or len(kinds) != 1 or len(history.optimisers) > 1:
            return
        guess = _guess(kinds.pop(), training_data(history))
        last = median(ending(losses))
        if guess is not None and last >= NO_BETTER * guess:
            yield self.symptom(
                f"The training loss ends at {last:.4g}; a constant answer that ignores the input "
                f"has {guess:.4g}.",
                loss=last,
                guess=guess,
            )


def _guess(kind: str, data: Data | None) -> float | None:
    if data is None or (data.examples or 0) < FEWEST_EXAMPLES:
        return None
    if any(name in kind for name in CROSS_ENTROPY) and data.labels:
        return _entropy(list(data.labels.values()))
    if any(name in kind for name in SQUARED) and len(data.targets) == 1:
        target = data.targets[0]
        is_one = math.prod(size or 0 for size in target.shape[1:]) == 1 or len(target.shape) <= 1
        return target.std**2 if target.std is not None and is_one else None
    return None


def _entropy(counts: list[int]) -> float | None:
    whole = sum(counts)
    shares = [count / whole for count in counts if count > 0] if whole > 0 else []
    return -sum(share * math.log(share) for share in shares) if len(shares) > 1 else None
