"""Which data a network was trained on."""

from __future__ import annotations

from seismograd.traces.events import Data
from seismograd.traces.history import RunHistory

TRAIN = "train"


def training_set(history: RunHistory) -> object:
    """The role or the loader: the role says so, or it is what was seen first."""
    return TRAIN if TRAIN in history.data else next(iter(history.data), None)


def training_data(history: RunHistory) -> Data | None:
    return history.data.get(training_set(history))


def largest_label_share(data: Data) -> float:
    """Of the most frequent label: what an answer that is always the same gets right."""
    return max(data.labels.values(), default=0) / max(1, sum(data.labels.values()))
