"""Seconds that may be spent on something; once they are, some have to gather before it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable


class Credit:
    def __init__(
        self, share: float, at_once: float, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """A share of the time that passes, and some seconds at once."""
        self._share = share
        self._at_once = at_once
        self._clock = clock
        self._began = clock()
        self._spent = 0.0
        self._waiting = False

    @property
    def is_enough(self) -> bool:
        left = self._at_once + self._share * (self._clock() - self._began) - self._spent
        self._waiting = left <= (self._at_once / 2 if self._waiting else 0.0)
        return not self._waiting

    def spend(self, seconds: float) -> None:
        self._spent += seconds
