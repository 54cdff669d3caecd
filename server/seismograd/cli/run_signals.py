"""Signals that end a run in order: the first one is a wish, the second one the end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from seismograd.cancellation import Cancellation

_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


@contextmanager
def cancelled_by_signals(wish: Cancellation) -> Iterator[None]:
    """Whoever interrupts once gets a run that is ended and summed up; twice, and we are gone."""

    def cancel(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        # Not here: what is called back takes locks that the interrupted code may hold.
        threading.Thread(target=wish.set, name="seismograd-cancel", daemon=True).start()

    before = {number: signal.signal(number, cancel) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
