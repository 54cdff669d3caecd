"""A limit on the processor time of a piece of work, whatever it does.

The evaluator counts its own steps and stops by itself. This is the last resort, for all else that
hostile input may drive in circles: a second thread interrupts the work between two instructions.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType

CHECKED_EVERY = 0.25
"""Seconds between two looks at the clock."""
REPEATED_AFTER = 1.0
"""Seconds until work that caught the interruption is interrupted again."""


class TookTooLong(Exception):
    """A piece of work was stopped for taking more processor time than it may."""


class _Interruption(BaseException):
    """Not an `Exception`: code that goes on after an error must not go on after this one."""


class _Work:
    """What one thread does at present, and how long it may take."""

    def __init__(self, seconds: float) -> None:
        self.thread = threading.get_ident()
        self.was_interrupted = False
        self._clock = _clock_of(self.thread)
        self._end = self._clock() + seconds

    def interrupt_if_late(self) -> None:
        now = self._clock()
        if now > self._end:
            self.was_interrupted = True
            self._end = now + REPEATED_AFTER
            _raise_in(self.thread, _Interruption)


class _Watch:
    """The thread that looks at the clock while there is work, and sleeps while there is none."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._works: dict[int, _Work] = {}
        self._is_needed = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, seconds: float) -> bool:
        """Watch the work of this thread; False where it is watched already."""
        work = _Work(seconds)
        with self._lock:
            if work.thread in self._works:
                return False
            self._works[work.thread] = work
            # Where the process was forked, the thread stayed behind.
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._loop, daemon=True)
                self._thread.start()
        self._is_needed.set()
        return True

    def end(self) -> None:
        while True:
            try:
                with self._lock:
                    work = self._works.pop(threading.get_ident(), None)
                    if work is not None and work.was_interrupted:
                        _raise_in(work.thread, None)
                return
            except _Interruption:
                continue

    def _loop(self) -> None:
        while True:
            self._is_needed.wait()
            time.sleep(CHECKED_EVERY)
            with self._lock:
                for work in self._works.values():
                    work.interrupt_if_late()
                if not self._works:
                    self._is_needed.clear()


_watch = _Watch()


class TimeLimit:
    """`with TimeLimit(5):` raises `TookTooLong` after five seconds of this thread's time.

    Inside of another limit it changes nothing.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._is_outermost = False

    def __enter__(self) -> None:
        self._is_outermost = _watch.begin(self._seconds)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if not self._is_outermost:
            return
        _watch.end()
        if kind is not None and issubclass(kind, _Interruption):
            raise TookTooLong(f"takes more than {self._seconds:g} s of processor time") from None


def _clock_of(thread: int) -> Callable[[], float]:
    """The processor time of a thread, or the time of day where the system does not tell."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    """Raise an exception in another thread, or take back one that did not arrive yet."""
    import ctypes  # only what is too late ever needs it

    raised = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
