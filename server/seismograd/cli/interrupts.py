"""Interrupts from the keyboard: when they come, and what the second one does."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn


def end_at_second_interrupt() -> None:
    """Whoever presses twice must neither wait for us to tidy up nor get a traceback for it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)


def _interrupt(_number: int, _frame: object) -> NoReturn:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    raise KeyboardInterrupt


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let an interrupt wait: a process that was just started must be known before it is ended.

    Processes started meanwhile never feel one; it is for this process to end them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
