"""One piece of long work, and what can be said about it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any


class JobState(StrEnum):
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


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
        return self.state is not JobState.RUNNING


class Job:
    """What the work sees of itself: it reports here, and is cancelled as any task."""

    def __init__(self, status: JobStatus, tell: Callable[[JobStatus], None]) -> None:
        self.status = status
        self._tell = tell
        self.task: asyncio.Task[Any] | None = None

    @property
    def id(self) -> str:
        return self.status.id

    def report(self, message: str, percentage: int | None = None) -> None:
        """Say how far the work is; a percentage never goes back."""
        before = self.status.percentage
        if before is not None:
            percentage = max(before, percentage or 0)
        self._become(replace(self.status, message=message, percentage=percentage))

    def end(self, state: JobState, message: str | None = None) -> None:
        """Say how the work ended; the last message stays where there is no better one."""
        self._become(replace(self.status, state=state, message=message or self.status.message))

    def _become(self, status: JobStatus) -> None:
        if not self.status.is_over and status != self.status:
            self.status = status
            self._tell(status)
