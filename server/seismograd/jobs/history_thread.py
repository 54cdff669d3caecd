"""A history beside the event loop, which must never wait for a disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from functools import partial
from typing import TypeVar

from seismograd.jobs.history import JobHistory
from seismograd.jobs.job import JobRecord
from seismograd.work_thread import WorkThread

Result = TypeVar("Result")


class HistoryThread:
    """Does what it is told in that order; the thread begins on first use."""

    def __init__(self, history: JobHistory) -> None:
        self._history = history
        self._thread: WorkThread | None = None
        self._last: Future[object] | None = None

    def note(self, record: JobRecord) -> None:
        self._submit(partial(self._history.remember, record))

    async def keep(self, record: JobRecord) -> None:
        # Whoever is cancelled meanwhile stops waiting; it is written down all the same.
        await asyncio.shield(
            asyncio.wrap_future(self._submit(partial(self._history.remember, record)))
        )

    async def recent(self) -> list[JobRecord]:
        return await asyncio.wrap_future(self._submit(self._history.recent))

    async def take_interrupted(self) -> list[JobRecord]:
        return await asyncio.wrap_future(self._submit(self._history.take_interrupted))

    def finish(self, patience: float) -> None:
        """Wait a little until everything is written down that was to be."""
        if self._last is not None:
            wait_for([self._last], patience)

    def _submit(self, work: Callable[[], Result]) -> Future[Result]:
        if self._thread is None:
            self._thread = WorkThread()
        future = self._thread.submit(work)
        self._last = future  # type: ignore[assignment]
        return future
