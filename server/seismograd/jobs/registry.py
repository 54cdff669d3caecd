"""The jobs that run now: started, watched, cancelled, and all ended together."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable
from typing import TypeVar

from seismograd.jobs.job import Job, JobState, JobStatus

log = logging.getLogger(__name__)
Result = TypeVar("Result")
Listener = Callable[[JobStatus], None]


class Jobs:
    """Runs each job as a task of the event loop and tells listeners what becomes of it.

    The work itself must not hold up the loop; what it waits for decides how soon it can stop.
    """

    def __init__(self) -> None:
        self._running: dict[str, Job] = {}
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    @property
    def running(self) -> list[JobStatus]:
        return [job.status for job in self._running.values()]

    def start(
        self, kind: str, title: str, work: Callable[[Job], Awaitable[Result]]
    ) -> tuple[str, asyncio.Task[Result]]:
        """Begin a job; the task has its result, its failure or its cancellation."""
        job = Job(JobStatus(uuid.uuid4().hex, kind, title), self._tell)
        self._running[job.id] = job
        self._tell(job.status)
        task = asyncio.get_running_loop().create_task(self._run(job, work))
        job.task = task
        # A task that is cancelled before its first step never gets to say so itself.
        task.add_done_callback(lambda done: self._end(job, done))
        return job.id, task

    def cancel(self, job_id: str) -> bool:
        """Stop a job; whether there was one to stop."""
        job = self._running.get(job_id)
        return job is not None and job.task is not None and job.task.cancel()

    def cancel_all(self) -> None:
        for job_id in self._running:
            self.cancel(job_id)

    async def _run(self, job: Job, work: Callable[[Job], Awaitable[Result]]) -> Result:
        return await work(job)

    def _end(self, job: Job, task: asyncio.Task[Result]) -> None:
        self._running.pop(job.id, None)
        if task.cancelled():
            job.end(JobState.CANCELLED)
        elif (error := task.exception()) is not None:
            log.warning("%s failed", job.status.title, exc_info=error)
            job.end(JobState.FAILED, _sentence(error))
        else:
            job.end(JobState.DONE)

    def _tell(self, status: JobStatus) -> None:
        for listener in self._listeners:
            try:
                listener(status)
            except Exception:
                log.exception("a listener to jobs failed")


def _sentence(error: BaseException) -> str:
    return str(error) or type(error).__name__
