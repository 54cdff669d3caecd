"""One piece of long work, and what can be said about it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any


class JobState(StrEnum):
    QUEUED = "queued"
    """Waits until other heavy work is done."""
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    """The process that did it ended before it did."""

    @property
    def is_over(self) -> bool:
        return self not in (JobState.QUEUED, JobState.RUNNING)


@dataclass(frozen=True, slots=True)
class JobStatus:
    """A job as it stands at one moment."""

    id: str
    kind: str
    title: str
    state: JobState = JobState.RUNNING
    message: str | None = None
    percentage: int | None = None

    @property
    def is_over(self) -> bool:
        return self.state.is_over


@dataclass(frozen=True, slots=True)
class JobRecord:
    """A job as it is remembered; times are seconds since 1970."""

    id: str
    kind: str
    title: str
    state: JobState
    queued: float
    started: float | None = None
    ended: float | None = None
    message: str | None = None
    result: str | None = None
    """Where the outcome lies, as soon as that is known."""


class Job:
    """What the work sees of itself: it reports here, and is cancelled as any task."""

    def __init__(self, status: JobStatus, tell: Callable[[JobStatus], None]) -> None:
        self.status = status
        self._tell = tell
        self._queued = time.time()
        self._started = None if status.state is JobState.QUEUED else self._queued
        self._result: str | None = None
        self.task: asyncio.Task[Any] | None = None

    @property
    def id(self) -> str:
        return self.status.id

    def begin(self) -> None:
        """Its turn has come."""
        if self.status.state is JobState.QUEUED:
            self._started = time.time()
            self._become(replace(self.status, state=JobState.RUNNING, message=None))

    def report(self, message: str, percentage: int | None = None) -> None:
        """Say how far the work is; a percentage never goes back."""
        before = self.status.percentage
        if before is not None:
            percentage = max(before, percentage or 0)
        self._become(replace(self.status, message=message, percentage=percentage))

    def keep_result(self, where: str) -> None:
        """Say where the outcome lies; best as soon as that is known."""
        self._result = where

    def end(self, state: JobState, message: str | None = None) -> None:
        """Say how the work ended; the last message stays where there is no better one."""
        self._become(replace(self.status, state=state, message=message or self.status.message))

    def record(self) -> JobRecord:
        """As it stands now."""
        return self._record(self.status)

    def record_of_end(self, state: JobState, message: str | None = None) -> JobRecord:
        """As it will stand after `end`, unless the work said itself how it ended."""
        status = self.status
        if not status.is_over:
            status = replace(status, state=state, message=message or status.message)
        return self._record(status)

    def _record(self, status: JobStatus) -> JobRecord:
        return JobRecord(
            status.id,
            status.kind,
            status.title,
            status.state,
            self._queued,
            self._started,
            time.time() if status.is_over else None,
            status.message,
            self._result,
        )

    def _become(self, status: JobStatus) -> None:
        if not self.status.is_over and status != self.status:
            self.status = status
            self._tell(status)
