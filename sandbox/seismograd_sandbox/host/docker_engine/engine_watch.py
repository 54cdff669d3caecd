"""Notices when the engine goes away, even if another one answers at the same place soon after."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from seismograd_sandbox.host.docker_engine.attached import close_all

if TYPE_CHECKING:
    from docker import APIClient


class EngineWatch:
    """Holds one connection open for the time of a run: it ends early only with the engine."""

    def __init__(self, client: APIClient, container: str) -> None:
        self._events: Any = client.events(filters={"container": container})
        self._closing = False
        self._gone = threading.Event()
        threading.Thread(target=self._follow, name="watch of an engine", daemon=True).start()

    @property
    def engine_went_away(self) -> bool:
        return self._gone.is_set()

    def close(self) -> None:
        self._closing = True
        with suppress(Exception):  # how it fails depends on the kind of connection
            self._events.close()
        close_all(getattr(self._events, "_response", None))

    def _follow(self) -> None:
        with suppress(Exception):  # any failure of the connection means the same as its end
            for _ in self._events:
                pass
        if not self._closing:
            self._gone.set()
