"""What a client is told while it waits, where it asked for that."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from seismograd.mcp import messages
from seismograd.mcp.json_object import JsonObject
from seismograd.redaction import redact

REPEAT_S = 10.0
"""Clients give up on a server that says nothing: most of them after a minute."""


class Progress:
    """Each per cent, or each message; from any thread, and never after its end."""

    def __init__(self, send: Callable[[JsonObject], None], params: JsonObject) -> None:
        self._send = send
        meta = params.get("_meta")
        self._token = meta.get("progressToken") if isinstance(meta, dict) else None
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._progress = -1
        self._message = "Working"

    def __call__(self, done: int, total: int) -> None:
        percent = 100 * done // max(total, 1)
        with self._lock:
            if percent > self._progress:
                self._progress = percent
                self._notify({"progress": done, "total": total})

    def tell(self, message: str) -> None:
        with self._lock:
            self._message = redact(message)
            self._notify_next(self._message)

    @contextmanager
    def repeated(self, every_s: float = REPEAT_S) -> Iterator[None]:
        """Tell the last message again and again, with the seconds that have passed."""
        if self._token is not None:
            threading.Thread(target=self._repeat, args=(every_s,), daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                self._over.set()

    def _repeat(self, every_s: float) -> None:
        began = time.monotonic()
        while not self._over.wait(every_s):
            with self._lock:
                self._notify_next(f"{self._message} ({time.monotonic() - began:.0f} s)")

    def _notify_next(self, message: str) -> None:
        # The protocol wants a number that grows.
        self._progress += 1
        self._notify({"progress": self._progress, "message": message})

    def _notify(self, params: JsonObject) -> None:
        if self._token is None or self._over.is_set():
            return
        told = {"progressToken": self._token, **params}
        try:
            self._send(messages.notification("notifications/progress", told))
        except OSError:
            # Nobody listens any more; the session finds that out by itself.
            self._over.set()
