"""Inputs of evaluations are brought to the mean and spread of those of the training."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..altering.alteration import Alteration, Batch

SMALLEST = 1e-6
TIMES = 10
"""Evaluations and trainings that moments are taken of: later ones cost more than they tell."""


class Altered(Alteration):
    """Where the set has another scale than the training set, that is the scaling of one of them."""

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._training = _Moments()
        self._evaluation = _Moments()

    def change_inputs(self, batch: Batch) -> Sequence[Any]:
        first = batch.tensors[0]
        if not first.is_floating_point() or first.numel() < 2:
            return batch.tensors
        own = self._training if batch.is_training else self._evaluation
        own.add(first)
        if batch.is_training or not self._training.count:
            return batch.tensors
        self._measure()
        scaled = (first - own.mean) / own.std * self._training.std + self._training.mean
        return [scaled, *batch.tensors[1:]]

    def _measure(self) -> None:
        for name, moments in (("training", self._training), ("evaluation", self._evaluation)):
            self.measured[f"{name}_mean"] = moments.mean
            self.measured[f"{name}_std"] = moments.std


class _Moments:
    """Averages over calls."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self._variance = 0.0

    @property
    def std(self) -> float:
        return max(math.sqrt(self._variance), SMALLEST)

    def add(self, tensor: Any) -> None:
        if self.count >= TIMES:
            return
        self.count += 1
        mean, variance = float(tensor.mean()), float(tensor.var())
        self.mean += (mean - self.mean) / self.count
        self._variance += (variance - self._variance) / self.count
