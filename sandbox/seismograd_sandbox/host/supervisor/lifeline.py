"""The pipe from the owner: a word on it is a wish, its end is the owner's."""

from __future__ import annotations

import os
import threading
import time

CANCEL = b"cancel\n"
LAST_MOMENT_S = 1.0


class Lifeline:
    """Listens on standard input from the moment it is started."""

    def __init__(self, wake: threading.Event) -> None:
        self._wake = wake
        self._owner = os.getppid()
        self._ended = False
        self.cancelled = False

    def order(self) -> bytes:
        """The first line; what comes later is left for the thread."""
        line = b""
        while not line.endswith(b"\n"):
            byte = os.read(0, 1)
            if not byte:
                raise SystemExit("no order came")
            line += byte
        return line

    def listen(self) -> None:
        threading.Thread(target=self._listen, name="lifeline", daemon=True).start()

    @property
    def orphaned(self) -> bool:
        """A copy of the pipe may live on in a fork of the owner: the parent is asked as well."""
        return self._ended or os.getppid() != self._owner

    def owner_is_dead(self) -> bool:
        """Its pipes are closed a moment before the system gives its children to somebody else."""
        deadline = time.monotonic() + LAST_MOMENT_S
        while os.getppid() == self._owner and time.monotonic() < deadline:
            time.sleep(0.01)
        return os.getppid() != self._owner

    def _listen(self) -> None:
        while os.read(0, len(CANCEL)):
            self.cancelled = True
            self._wake.set()
        self._ended = True
        self._wake.set()
