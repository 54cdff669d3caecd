"""Signals that end a run in order: the first one is a wish, a later one the end."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from seismograd.cancellation import Cancellation


def _known(*names: str) -> tuple[int, ...]:
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


ALL = _known("SIGINT", "SIGTERM", "SIGHUP")
TERMINATIONS = _known("SIGTERM", "SIGHUP")
"""What other programs send; Ctrl-C is an interrupt."""
SAME_WISH_S = 0.5
"""`timeout` and shells signal a process and then its group: it hears the one wish twice."""


@contextmanager
def cancelled_by_signals(wish: Cancellation, signals: Sequence[int] = ALL) -> Iterator[None]:
    """Whoever interrupts once gets a run that is ended and summed up; later again ends us."""
    first: list[float] = []

    def cancel(number: int, _frame: object) -> None:
        now = time.monotonic()
        if first and now - first[0] > SAME_WISH_S:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        if first:
            return
        first.append(now)
        # Not here: what is called back takes locks that the interrupted code may hold.
        threading.Thread(target=wish.set, name="seismograd-cancel", daemon=True).start()

    before = {number: signal.signal(number, cancel) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
