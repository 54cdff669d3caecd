"""The jobs of this process: queued, started, watched, cancelled, and all ended together."""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol, TypeVar

from seismograd.jobs.job import Job, JobRecord, JobState, JobStatus

log = logging.getLogger(__name__)
Result = TypeVar("Result")
Listener = Callable[[JobStatus], None]

HEAVY_AT_ONCE = 2
"""Heavy jobs take a GPU or all cores; more of them at once would all be slower."""
REMEMBER_EVERY = 2.0
"""Seconds between two words on the progress of a job that are written down."""
WAITING = "waiting for other jobs"


class Memory(Protocol):
    """Where jobs are written down. Never raises: without it the work goes on all the same."""

    def note(self, record: JobRecord) -> None:
        """Write it down soon."""

    async def keep(self, record: JobRecord) -> None:
        """Write it down before anything else happens."""


class Jobs:
    """Runs each job as a task of the event loop and tells listeners what becomes of it.

    The work itself must not hold up the loop; what it waits for decides how soon it can stop.
    """

    def __init__(self, heavy_at_once: int = HEAVY_AT_ONCE) -> None:
        self._running: dict[str, Job] = {}
        self._listeners: list[Listener] = []
        self._memories: dict[str, Memory] = {}
        self._noted: dict[str, float] = {}
        self._heavy: set[str] = set()
        self._heavy_at_once = heavy_at_once
        self._places = asyncio.Semaphore(heavy_at_once)

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    @property
    def running(self) -> list[JobStatus]:
        """Those that are not over, queued ones included."""
        return [job.status for job in self._running.values()]

    def start(
        self,
        kind: str,
        title: str,
        work: Callable[[Job], Awaitable[Result]],
        *,
        heavy: bool = False,
        memory: Memory | None = None,
    ) -> tuple[str, asyncio.Task[Result]]:
        """Begin a job; the task has its result, its failure or its cancellation.

        Heavy jobs wait for their turn. What a memory is given for is found there after a crash;
        an end is only told when it is written down.
        """
        job = Job(self._first_status(kind, title, heavy), self._tell)
        self._running[job.id] = job
        if heavy:
            self._heavy.add(job.id)
        self._tell(job.status)
        task = asyncio.get_running_loop().create_task(self._run(job, work, memory))
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

    def _first_status(self, kind: str, title: str, heavy: bool) -> JobStatus:
        status = JobStatus(uuid.uuid4().hex, kind, title)
        if heavy and len(self._heavy) >= self._heavy_at_once:
            return replace(status, state=JobState.QUEUED, message=WAITING)
        return status

    async def _run(
        self, job: Job, work: Callable[[Job], Awaitable[Result]], memory: Memory | None
    ) -> Result:
        if memory is None:
            return await self._in_turn(job, work)
        memory.note(job.record())
        self._memories[job.id] = memory
        state, message = JobState.CANCELLED, None
        try:
            result = await self._in_turn(job, work)
            state = JobState.DONE
            return result
        except Exception as error:
            state, message = JobState.FAILED, _sentence(error)
            raise
        finally:
            del self._memories[job.id]
            self._noted.pop(job.id, None)
            await memory.keep(job.record_of_end(state, message))

    async def _in_turn(self, job: Job, work: Callable[[Job], Awaitable[Result]]) -> Result:
        if job.id not in self._heavy:
            return await work(job)
        async with self._places:
            job.begin()
            return await work(job)

    def _end(self, job: Job, task: asyncio.Task[Result]) -> None:
        self._running.pop(job.id, None)
        self._heavy.discard(job.id)
        if task.cancelled():
            job.end(JobState.CANCELLED)
        elif (error := task.exception()) is not None:
            log.warning("%s failed", job.status.title, exc_info=error)
            job.end(JobState.FAILED, _sentence(error))
        else:
            job.end(JobState.DONE)

    def _tell(self, status: JobStatus) -> None:
        self._note(status)
        for listener in self._listeners:
            try:
                listener(status)
            except Exception:
                log.exception("a listener to jobs failed")

    def _note(self, status: JobStatus) -> None:
        """Write down how far a job is, but not every step of it."""
        memory, job = self._memories.get(status.id), self._running.get(status.id)
        if memory is None or job is None or status.is_over:
            return
        now = time.monotonic()
        if now - self._noted.get(status.id, 0.0) >= REMEMBER_EVERY:
            self._noted[status.id] = now
            memory.note(job.record())


def _sentence(error: BaseException) -> str:
    return str(error) or type(error).__name__
