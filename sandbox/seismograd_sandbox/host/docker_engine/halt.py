"""Ending a run before its time: for one reason, politely first, in whatever state it is."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from seismograd_sandbox.host.docker_engine.attached import Attached
from seismograd_sandbox.host.docker_engine.connection import engine_errors
from seismograd_sandbox.host.outcome import Ending

if TYPE_CHECKING:
    from docker import APIClient

GRACE_S = 1.0
"""From the request to end to the end by force: enough for a last line of a trace."""
PATIENCE_S = 15.0
"""For the engine to kill a container; after that its output is not waited for."""


class Halt:
    """The first reason counts; a wish that comes while the container starts waits for that."""

    def __init__(self, client: APIClient, container: str, attached: Attached) -> None:
        self._client = client
        self._container = container
        self._attached = attached
        self._lock = threading.Lock()
        self._running = False
        self._over = threading.Event()
        self.reason: Ending | None = None

    def because(self, reason: Ending) -> None:
        with self._lock:
            if self.reason is not None or self._over.is_set():
                return
            self.reason = reason
            running = self._running
        if running:
            self._end_soon()

    def started(self) -> None:
        with self._lock:
            self._running = True
            wished = self.reason is not None
        if wished:
            self._end_soon()

    def over(self) -> None:
        self._over.set()

    def _end_soon(self) -> None:
        threading.Thread(target=self._end, name="end of a run", daemon=True).start()

    def _end(self) -> None:
        self._send("SIGTERM")
        if not self._over.wait(GRACE_S):
            self._send("SIGKILL")
        if not self._over.wait(PATIENCE_S):
            self._attached.shut()

    def _send(self, signal: str) -> None:
        try:
            self._client.kill(self._container, signal)
        except engine_errors():
            return  # it has ended by itself, or the engine has: then the stream ends as well
