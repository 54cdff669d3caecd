"""Waiting work beside the event loop, in a thread that never delays the end of the process."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from seismograd.work_thread import STACK_SIZE, settle

Result = TypeVar("Result")


async def in_side_thread(work: Callable[[], Result]) -> Result:
    """Wait for work that itself mostly waits.

    The loop's own threads will not do: at the end of a session the loop waits for them.
    """
    return await asyncio.wrap_future(_started(work))


async def in_deep_thread(work: Callable[[], Result]) -> Result:
    """The same for work that reads code, which may be nested deeply."""
    usual = threading.stack_size(STACK_SIZE)
    try:
        future = _started(work)
    finally:
        threading.stack_size(usual)
    return await asyncio.wrap_future(future)


def _started(work: Callable[[], Result]) -> Future[Result]:
    future: Future[Result] = Future()
    threading.Thread(
        target=settle, args=(future, work), name="seismograd-side", daemon=True
    ).start()
    return future
