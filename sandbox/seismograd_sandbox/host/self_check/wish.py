"""A wish to stop that a check makes."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Wish:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made = False
        self._callbacks: list[Callable[[], object]] = []

    def __bool__(self) -> bool:
        return self._made

    def make(self) -> None:
        with self._lock:
            self._made = True
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback()

    def when_set(self, callback: Callable[[], object]) -> None:
        with self._lock:
            if not self._made:
                self._callbacks.append(callback)
                return
        callback()
