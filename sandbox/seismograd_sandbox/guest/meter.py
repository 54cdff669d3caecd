"""How much time the probes take, and what they may still take."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

GRACE_S = 0.05
"""Spent at once at the beginning, where most faults show: it is soon earned back."""
SHARES = {"scalars": 0.4, "layers": 0.6}
GAPS = {"scalars": 0.001, "layers": 0.01}
"""Two samples lie at least this part of the time so far apart, so that long runs stay small."""


class Meter:
    """A clock that runs while a probe works; one inside of another counts once."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._depth = 0
        self._entered = 0.0
        self.spent = 0.0

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
            self.spent += self._clock() - self._entered


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
        self._share = share
        self._meter = meter
        self._every_step = every_step
        self._clock = clock
        self._began: float | None = None
        self._charged: dict[str, float] = dict.fromkeys(SHARES, 0.0)
        self._cost: dict[str, float] = dict.fromkeys(SHARES, 0.0)
        self._last: dict[str, float] = {}

    @property
    def elapsed(self) -> float:
        return 0.0 if self._began is None else self._clock() - self._began

    @property
    def share_spent(self) -> float:
        return self._meter.spent / self.elapsed if self.elapsed > 0 else 0.0

    def allows(self, kind: str) -> bool:
        """Whether another sample of a kind fits; the first call starts the clock."""
        now = self._clock()
        if self._began is None:
            self._began = now
        if self._every_step or kind not in self._last:
            self._last[kind] = now
            return True
        elapsed = now - self._began
        always_on = self._meter.spent - sum(self._charged.values())
        account = SHARES[kind] * (self._share * elapsed - always_on + GRACE_S)
        fits = self._charged[kind] + self._cost[kind] <= account
        if fits and now - self._last[kind] >= GAPS[kind] * elapsed:
            self._last[kind] = now
            return True
        return False

    def charge(self, kind: str, seconds: float) -> None:
        """Book what a sample cost; the next is expected to cost as much."""
        self._charged[kind] += seconds
        before = self._cost[kind]
        self._cost[kind] = seconds if before == 0.0 else max(seconds, 0.7 * before + 0.3 * seconds)
