"""How much a run has written, measured beside it without taking much of the machine."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from seismograd_sandbox.host.supervisor.disk_use import DiskUse

SHORTEST_PAUSE_S = 0.25
PAUSE_PER_COST = 10
"""A measurement of a large tree costs: at most a tenth of the time goes into it."""


class DiskWatch:
    def __init__(self, measure: Callable[[], DiskUse], most: int, wake: threading.Event) -> None:
        self._measure = measure
        self._most = most
        self._wake = wake
        self.exceeded = False
        threading.Thread(target=self._watch, name="disk", daemon=True).start()

    def look(self) -> bool:
        """Whether too much is there now, or was at some time that somebody looked."""
        if self._measure().passes(self._most):
            self.exceeded = True
        return self.exceeded

    def _watch(self) -> None:
        began = time.monotonic()
        while not self.look():
            cost = time.monotonic() - began
            time.sleep(max(SHORTEST_PAUSE_S, PAUSE_PER_COST * cost))
            began = time.monotonic()
        self._wake.set()
