"""Output of a run: heard as it comes, kept up to a limit, counted after that."""

from __future__ import annotations

import logging
import os
import threading
from typing import IO

from seismograd_sandbox.host.outcome import Captured
from seismograd_sandbox.host.sandbox import Listener, Stream

CHUNK = 64 * 1024
_log = logging.getLogger(__name__)


class Capture:
    """Drains one stream in a thread, so that a flood never blocks and never fills memory."""

    def __init__(self, stream: Stream, source: IO[bytes], most: int, listen: Listener | None):
        self._stream = stream
        self._source = source
        self._most = most
        self._listen = listen
        self._kept = bytearray()
        self._dropped = 0
        self._thread = threading.Thread(target=self._drain, name=f"{stream} of a run", daemon=True)
        self._thread.start()

    def result(self, patience_s: float) -> Captured:
        """What came until the stream ended, or until patience did: somebody may hold it open."""
        self._thread.join(patience_s)
        return Captured(bytes(self._kept), self._dropped)

    def _drain(self) -> None:
        descriptor = self._source.fileno()
        with self._source:
            while chunk := _read(descriptor):
                self._keep(chunk)

    def _keep(self, chunk: bytes) -> None:
        head = chunk[: max(0, self._most - len(self._kept))]
        self._dropped += len(chunk) - len(head)
        if not head:
            return
        self._kept += head
        self._tell(head)

    def _tell(self, head: bytes) -> None:
        """A listener that breaks its word is told no more; the stream is drained all the same."""
        if self._listen is None:
            return
        try:
            self._listen(self._stream, head)
        except Exception as error:
            self._listen = None
            _log.warning("nobody listens to %s any more: %r", self._stream, error)


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, CHUNK)
    except OSError:
        return b""
