"""A thread for analysis: one piece of work after the other, on a deep stack."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

Result = TypeVar("Result")
STACK_SIZE = 64 * 1024 * 1024
"""Deeply nested code needs a deep stack; some platforms give threads very little."""


class WorkThread:
    """Runs work in the order in which it was given.

    The thread is a daemon, so that heavy work cannot delay the end of the process.
    """

    def __init__(self) -> None:
        self._queue: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        usual = threading.stack_size(STACK_SIZE)
        threading.Thread(target=self._loop, name="seismograd-worker", daemon=True).start()
        threading.stack_size(usual)

    def submit(self, work: Callable[[], Result]) -> Future[Result]:
        """Give work; cancelling the future drops it if it has not begun."""
        future: Future[Result] = Future()
        self._queue.put((future, work))
        return future

    def _loop(self) -> None:
        while True:
            future, work = self._queue.get()
            settle(future, work)


def settle(future: Future[Result], work: Callable[[], Result]) -> None:
    """Do the work of a future, unless nobody waits for it any more."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work())
    except BaseException as error:
        future.set_exception(error)
