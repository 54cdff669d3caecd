"""What all processes of a run take together."""

from __future__ import annotations

import sys
import time

from seismograd_sandbox.host.supervisor import census, tree

PAUSE_PER_COST = 50
"""At most a fiftieth of one core goes into asking."""
SLOW_PAUSE_PER_COST = 10


class UsageWatch:
    def __init__(self, memory_bytes: int | None, pids: int | None, helpers: int = 0) -> None:
        """`helpers` are the uppermost processes, which are not the user's."""
        self._memory_bytes = memory_bytes
        self._pids = pids
        self._helpers = helpers
        self._next = self._next_slow = 0.0
        self.peak_bytes = 0

    def exceeded(self, root: int) -> str:
        """Which limit all below a process have passed together, as an ending; empty if none.

        On Windows the job holds them.
        """
        began = time.monotonic()
        if sys.platform == "win32" or began < self._next:
            return ""
        processes = tree.descendants(root)[self._helpers :]
        why = self._verdict(processes)
        self._next = time.monotonic() + PAUSE_PER_COST * (time.monotonic() - began)
        return why

    def _verdict(self, processes: list[int]) -> str:
        if self._pids is not None and census.threads(processes) > self._pids:
            return "process-limit"
        used = census.resident_bytes(processes)
        if len(processes) == 1:
            self.peak_bytes = max(self.peak_bytes, used)
        if self._memory_bytes is not None and used > self._memory_bytes:
            return self._closer_look(processes, self._memory_bytes)
        return ""

    def _closer_look(self, processes: list[int], most: int) -> str:
        """Forks share most of their memory: ask again, with what is shared counted once."""
        began = time.monotonic()
        if began < self._next_slow:
            return ""
        used = census.proportional_bytes(processes)
        self.peak_bytes = max(self.peak_bytes, used)
        self._next_slow = time.monotonic() + SLOW_PAUSE_PER_COST * (time.monotonic() - began)
        return "memory-limit" if used > most else ""
