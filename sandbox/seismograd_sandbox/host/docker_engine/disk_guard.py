"""Folders of the host that a run writes to, measured beside it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from seismograd_sandbox.host.supervisor.disk import PAUSE_PER_COST, SHORTEST_PAUSE_S
from seismograd_sandbox.host.supervisor.disk_use import disk_use


class DiskGuard:
    """Made before a run begins: what is there then is none of its doing."""

    def __init__(self, folders: Sequence[str], most: int | None) -> None:
        self._folders = folders
        self._limit = None if most is None else disk_use(folders).bytes + most
        self._over = threading.Event()

    def watch(self, exceeded: Callable[[], None]) -> None:
        """Call back once when the run has written more than it may."""
        if self._limit is not None:
            threading.Thread(target=self._watch, args=[exceeded], daemon=True).start()

    def is_exceeded(self) -> bool:
        """A run may write too much and end before anybody has measured: look once more."""
        return self._limit is not None and disk_use(self._folders).passes(self._limit)

    def close(self) -> None:
        self._over.set()

    def _watch(self, exceeded: Callable[[], None]) -> None:
        pause = SHORTEST_PAUSE_S
        while not self._over.wait(pause):
            began = time.monotonic()
            if self.is_exceeded():
                exceeded()
                return
            pause = max(SHORTEST_PAUSE_S, PAUSE_PER_COST * (time.monotonic() - began))
