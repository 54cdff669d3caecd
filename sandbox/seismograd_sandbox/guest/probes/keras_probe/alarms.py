"""The first time that something is not a number any more."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ...observer import Observer

BY_TENSOR = {
    "weight": "nan-weight",
    "grad": "nan-gradient",
    "activation": "nan-activation",
    "input": "nan-input",
}


class Alarms:
    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._raised: set[str] = set()

    def loss(self, step: int, value: float) -> None:
        if not math.isfinite(value):
            self._raise("nan-loss" if math.isnan(value) else "inf-loss", step)

    def gradient(self, step: int, norm: float) -> None:
        if math.isnan(norm):
            self._raise("nan-gradient", step)

    def layer(self, step: int, layer: int, tensor: str, statistics: Mapping[str, Any]) -> None:
        if statistics.get("nan"):
            self._raise(BY_TENSOR[tensor], step, layer)

    def _raise(self, alarm: str, step: int, layer: int | None = None) -> None:
        if alarm not in self._raised:
            self._raised.add(alarm)
            self._observer.record("alarm", alarm=alarm, step=step, layer=layer)
