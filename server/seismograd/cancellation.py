"""A wish to stop, made in one thread and heeded in another."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Cancellation:
    """Set once; whoever works asks for it now and then, or is called when it comes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._callbacks: list[Callable[[], object]] = []

    def __bool__(self) -> bool:
        return self._is_set

    def set(self) -> None:
        with self._lock:
            callbacks, self._callbacks = self._callbacks, []
            self._is_set = True
        for callback in callbacks:
            callback()

    def when_set(self, callback: Callable[[], object]) -> None:
        """Call back at once or later, once, in the thread that sets this."""
        with self._lock:
            if not self._is_set:
                self._callbacks.append(callback)
                return
        callback()
