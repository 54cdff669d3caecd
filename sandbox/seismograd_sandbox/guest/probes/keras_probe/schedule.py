"""Which steps are looked at more closely: as many as the budget has room for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ...meter import Budget


class Schedule:
    """What may be looked at in the step under way; the first step is always looked at."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._cost = 0.0
        self._wanted = False
        self._steps = 0
        self._layer_samples = 0
        self._scalar_samples = 0
        self._changed: Callable[[bool], None] | None = None
        self.layers = True
        self.scalars = True

    @property
    def samples(self) -> bool:
        return self.layers or self.scalars

    def when_changed(self, callback: Callable[[bool], None]) -> None:
        """Be told whether the layers of the next step are looked at."""
        self._changed = callback

    def want_layers(self) -> None:
        """Look at the layers of the next step: something is new."""
        self._wanted = True

    @contextmanager
    def charged(self) -> Iterator[None]:
        """What happens inside is part of the cost of the step under way."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self._cost += time.perf_counter() - began

    def next_step(self, steps: int = 1) -> None:
        """Book what the last step cost, and decide about the next."""
        cost, self._cost = self._cost, 0.0
        self._steps += steps
        self._layer_samples += self.layers
        self._scalar_samples += self.samples
        if self.samples:
            self._budget.charge("layers" if self.layers else "scalars", cost)
        before, self.layers = self.layers, self._budget.allows("layers") or self._wanted
        self.scalars = self._budget.allows("scalars")
        self._wanted = False
        if self._changed is not None and self.layers != before:
            self._changed(self.layers)

    def fields(self) -> dict[str, Any]:
        """For an `overhead` event."""
        return {
            "every": round(self._steps / max(self._layer_samples, 1), 2),
            "scalars_every": round(self._steps / max(self._scalar_samples, 1), 2),
        }
