"""The thread that owns the documents: edits and checks happen there, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from seismograd.work_thread import WorkThread

Result = TypeVar("Result")


class Worker(WorkThread):
    """A work thread that the event loop can wait for without being blocked."""

    async def run(self, work: Callable[[], Result]) -> Result:
        """Wait for a piece of work; cancelling drops it if it has not begun."""
        return await asyncio.wrap_future(self.submit(work))
