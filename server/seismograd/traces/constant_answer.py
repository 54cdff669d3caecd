"""The loss of an answer that ignores the input: the least that a network must get below."""

from __future__ import annotations

import math

from seismograd.traces.data_facts import training_data
from seismograd.traces.events import Data
from seismograd.traces.history import RunHistory

CROSS_ENTROPY = ("crossentropy", "nll", "cross_entropy")
SQUARED = ("mse", "mean_squared", "meansquared")
FEWEST_EXAMPLES = 64
NO_BETTER = 0.97
"""Of the loss of a constant answer: noise of the last stretch stays within it."""


def loss_of_constant_answer(history: RunHistory) -> float | None:
    """None where the loss has several parts, or is of another kind, or the data is not known."""
    kinds = {(one.type or "").lower() for one in history.loss_functions}
    if len(kinds) != 1 or len(history.optimisers) > 1:
        return None
    return _guess(kinds.pop(), training_data(history))


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
