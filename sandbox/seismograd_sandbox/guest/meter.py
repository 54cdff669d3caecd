"""How much time the probes take, and what they may still take."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from types import TracebackType

SEEN = 0.7
"""The part of the probes' cost that a clock of ours can see: hooks have to be called, too."""
GRACE_S = 0.05
"""Spent at once at the beginning, where most faults show: it is soon earned back."""
SHARES = {"scalars": 0.35, "layers": 0.55, "data": 0.1}
GAPS = {"scalars": 0.001, "layers": 0.01, "data": 0.0}
"""Two samples lie at least this part of the time so far apart, so that long runs stay small."""
UNSEEN_S = 4e-7
"""What it takes to start and stop the clock, and to get to it."""


class Meter:
    """A clock that runs while a probe works; one inside of another counts once."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._depth = 0
        self._entered = 0.0
        self.spent = 0.0

    @property
    def so_far(self) -> float:
        """What was spent, with what is being spent at this moment."""
        return self.spent + (self._clock() - self._entered if self._depth else 0.0)

    def __enter__(self) -> Meter:
        if self._depth == 0:
            self._entered = self._clock()
        self._depth += 1
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._depth -= 1
        if self._depth == 0:
            self.spent += self._clock() - self._entered + UNSEEN_S


class Budget:
    """Says at each step what may be looked at.

    Every kind of sample has an account that fills with its share of the time that passes, and
    is charged with what its samples cost. What is always on is charged to all of them.
    """

    def __init__(
        self,
        share: float,
        meter: Meter,
        *,
        every_step: bool = False,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._share = SEEN * share
        self._meter = meter
        self._every_step = every_step
        self._clock = clock
        self._began: float | None = None
        self._charged: dict[str, float] = dict.fromkeys(SHARES, 0.0)
        self._cost: dict[str, float] = dict.fromkeys(SHARES, 0.0)
        self._booked: dict[str, int] = dict.fromkeys(SHARES, 0)
        self._last: dict[str, float] = {}
        self._not_before: dict[str, float] = dict.fromkeys(SHARES, -math.inf)

    @property
    def elapsed(self) -> float:
        return 0.0 if self._began is None else self._clock() - self._began

    @property
    def share_spent(self) -> float:
        return self._meter.spent / self.elapsed if self.elapsed > 0 else 0.0

    def allows(self, kind: str) -> bool:
        """Whether another sample of a kind fits; the first call starts the clock."""
        now = self._clock()
        if now < self._not_before[kind] and not self._every_step:
            return False
        if self._began is None:
            self._began = now
        wait = 0.0 if self._every_step or kind not in self._last else self._wait(kind, now)
        if wait > 0.0:
            self._not_before[kind] = now + wait
            return False
        self._last[kind] = now
        return True

    def _wait(self, kind: str, now: float) -> float:
        """Seconds until a sample may fit, if nothing else is spent meanwhile."""
        elapsed = now - (self._began or 0.0)
        gap = self._last[kind] + GAPS[kind] * elapsed - now
        always_on = self._meter.so_far - sum(self._charged.values())
        account = SHARES[kind] * (self._share * elapsed - always_on + GRACE_S)
        missing = self._charged[kind] + self._cost[kind] - account
        rate = SHARES[kind] * self._share
        return max(gap, missing / rate if rate > 0.0 else math.inf if missing > 0.0 else 0.0)

    def charge(self, kind: str, seconds: float) -> None:
        """Book what a sample cost; the next is expected to cost as much.

        But not as much as the very first, which loads and prepares things.
        """
        self._charged[kind] += seconds
        self._booked[kind] += 1
        before = self._cost[kind] if self._booked[kind] > 2 else 0.0
        self._cost[kind] = max(seconds, 0.7 * before + 0.3 * seconds)
