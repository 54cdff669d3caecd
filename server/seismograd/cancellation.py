"""A wish to stop, made in one thread and heeded in another."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial


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
        _call_all(callbacks)

    def when_set(self, callback: Callable[[], object]) -> None:
        """Call back at once or later, once, in the thread that sets this."""
        with self._lock:
            if not self:
                self._callbacks.append(callback)
                return
        callback()


class CancellationByCall(Cancellation):
    """For work that outlives single calls: set while the call that is served is cancelled.

    The next call is served as if nothing had been. Setting this one itself is for good.
    """

    def __init__(self) -> None:
        super().__init__()
        self._call: Cancellation | None = None

    def __bool__(self) -> bool:
        return self._is_set or bool(self._call)

    @contextmanager
    def serving(self, call: Cancellation) -> Iterator[None]:
        """One call at a time; what is cancelled after its end changes nothing."""
        self._call = call
        call.when_set(partial(self._stop, call))
        try:
            yield
        finally:
            with self._lock:
                self._call = None

    def _stop(self, call: Cancellation) -> None:
        with self._lock:
            if self._call is not call:
                return
            callbacks, self._callbacks = self._callbacks, []
        _call_all(callbacks)


def _call_all(callbacks: Iterable[Callable[[], object]]) -> None:
    for callback in callbacks:
        callback()
