"""Folders of the host that a run writes to, measured beside it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from seismograd_sandbox.host.supervisor.disk import PAUSE_PER_COST, SHORTEST_PAUSE_S, used_bytes


class DiskGuard:
    """Calls back once when a run has written more than it may."""

    def __init__(
        self, folders: Sequence[str], most: int | None, exceeded: Callable[[], None]
    ) -> None:
        self._folders = folders
        self._over = threading.Event()
        if most is not None:
            limit = used_bytes(folders) + most
            threading.Thread(target=self._watch, args=(limit, exceeded), daemon=True).start()

    def close(self) -> None:
        self._over.set()

    def _watch(self, limit: int, exceeded: Callable[[], None]) -> None:
        pause = SHORTEST_PAUSE_S
        while not self._over.wait(pause):
            began = time.monotonic()
            if used_bytes(self._folders) > limit:
                exceeded()
                return
            pause = max(SHORTEST_PAUSE_S, PAUSE_PER_COST * (time.monotonic() - began))
