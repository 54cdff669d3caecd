"""Epochs of loops without a loader, told now and then where there are very many."""

from __future__ import annotations

import time
from collections.abc import Callable

from .example_keys import Keys
from .passes import Passes

GROWTH = 1.05
"""After the first twenty, the distance between epochs that are told grows: some loops have one a
step. Ten thousand make 150 events."""
VERIFIED_EVERY_S = 0.01


class Epochs:
    def __init__(self, steps: Callable[[], int], ended: Callable[[int, int, float], None]) -> None:
        """`ended` is given the epoch, the steps so far, and its seconds."""
        self._steps = steps
        self._ended = ended
        self._passes = Passes()
        self._waiting: list[tuple[int, float]] = []
        """Steps and time at the ends of passes whose length is not sure yet."""
        self._began: float | None = None
        self._next = 0
        self._verified = 0.0
        self.epoch = 0

    @property
    def repeated(self) -> bool:
        return self._passes.repeated

    @property
    def wants_keys(self) -> bool:
        if self._passes.undecided or not self._passes.wants_keys:
            return self._passes.undecided
        due = time.perf_counter() - self._verified >= VERIFIED_EVERY_S
        self._verified = time.perf_counter() if due else self._verified
        return due

    def add(self, keys: Keys | None, size: int) -> None:
        """A batch that is trained on."""
        self._began = time.perf_counter() if self._began is None else self._began
        sure = self._passes.length is not None
        began = self._passes.add(keys, size)
        if began:
            self._waiting.append((self._steps(), time.perf_counter()))
        if self._passes.length is not None:
            self._flush()
        elif sure or not self._passes.is_watching:
            self._waiting.clear()

    def finish(self) -> None:
        if self._passes.confirm():
            self._waiting.append((self._steps(), time.perf_counter()))
            self._flush()

    def _flush(self) -> None:
        for steps, now in self._waiting:
            if self.epoch >= self._next:
                self._ended(self.epoch, steps, now - (self._began or now))
                self._next = max(self._next + 1, int(self._next * GROWTH))
            self._began = now
            self.epoch += 1
        self._waiting.clear()
