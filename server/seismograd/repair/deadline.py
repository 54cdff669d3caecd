"""When a repair ends early: somebody cancels it, or its seconds are over."""

from __future__ import annotations

import math
import threading
import time

from seismograd.cancellation import Cancellation
from seismograd_sandbox.host.closing import Closing


class Deadline(Closing):
    """Counts from the moment it is made, so the first run is part of the time."""

    def __init__(self, seconds: float = math.inf, cancel: Cancellation | None = None) -> None:
        self.seconds = seconds
        self.cancel = Cancellation()
        """Set by whoever cancels, and by the clock: whatever runs then is ended."""
        self.is_over = False
        """Whether it was the clock."""
        self._started = time.monotonic()
        self._timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), self._end)
        self._timer.daemon = True
        if math.isfinite(seconds):
            self._timer.start()
        if cancel is not None:
            cancel.when_set(self.cancel.set)

    @property
    def left_s(self) -> float:
        return max(0.0, self.seconds - (time.monotonic() - self._started))

    @property
    def text(self) -> str:
        return f"ended after {self.seconds:g} s (--seconds)"

    def close(self) -> None:
        self._timer.cancel()

    def _end(self) -> None:
        if not self.cancel:
            self.is_over = True
            self.cancel.set()
