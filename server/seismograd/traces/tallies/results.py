"""Metrics of epochs and evaluations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from seismograd.traces.events import Epoch, Evaluation
from seismograd.traces.tallies.kept import EvenlySpread

MAX_KEPT = 1_000
MAX_METRICS = 64
MAX_NAME = 200


class ResultTally:
    """Of very many epochs it keeps some at even distances, and the last one."""

    def __init__(self) -> None:
        self.epochs = EvenlySpread[Epoch](MAX_KEPT)
        self.evaluations = EvenlySpread[Evaluation](MAX_KEPT)

    def take_epoch(self, event: Epoch) -> None:
        self.epochs.offer(replace(event, metrics=_fewer(event.metrics)))

    def take_evaluation(self, event: Evaluation) -> None:
        mode = event.mode[:MAX_NAME] if event.mode else None
        self.evaluations.offer(replace(event, metrics=_fewer(event.metrics), mode=mode))


def _fewer(metrics: Mapping[str, float]) -> dict[str, float]:
    return {name[:MAX_NAME]: value for name, value in islice(metrics.items(), MAX_METRICS)}
