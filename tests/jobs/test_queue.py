from __future__ import annotations

import asyncio

import pytest

from seismograd.jobs import Job, JobRecord, Jobs, JobState, JobStatus
from seismograd.jobs.registry import WAITING

pytestmark = pytest.mark.asyncio


class Notebook:
    """A memory that shows what was written into it, and when."""

    def __init__(self, journal: list[str]) -> None:
        self.records: list[JobRecord] = []
        self._journal = journal

    def note(self, record: JobRecord) -> None:
        self.records.append(record)

    async def keep(self, record: JobRecord) -> None:
        await asyncio.sleep(0.01)
        self.records.append(record)
        self._journal.append(f"kept {record.state}")


def journal_of(jobs: Jobs) -> list[str]:
    journal: list[str] = []
    jobs.listen(lambda status: journal.append(f"told {status.state}"))
    return journal


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_heavy_jobs_wait_for_their_turn() -> None:
    jobs, seen = Jobs(heavy_at_once=1), list[JobStatus]()
    jobs.listen(seen.append)
    first_may_end, order = asyncio.Event(), list[str]()

    async def first(job: Job) -> None:
        order.append("first")
        await first_may_end.wait()

    async def second(job: Job) -> None:
        order.append("second")

    _, one = jobs.start("run", "First", first, heavy=True)
    waiting, two = jobs.start("run", "Second", second, heavy=True)
    _, light = jobs.start("check", "Light", second)
    await light
    assert order == ["first", "second"]
    assert [s.state for s in jobs.running] == [JobState.RUNNING, JobState.QUEUED]
    first_may_end.set()
    await asyncio.gather(one, two)
    await settle()
    told = [(status.state, status.message) for status in seen if status.id == waiting]
    assert told == [
        (JobState.QUEUED, WAITING),
        (JobState.RUNNING, None),
        (JobState.DONE, None),
    ]
    assert jobs.running == []


async def test_as_many_heavy_jobs_run_at_once_as_there_are_places() -> None:
    jobs, now, most = Jobs(heavy_at_once=3), 0, 0

    async def work(job: Job) -> None:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.002)
        now -= 1

    await asyncio.gather(*(jobs.start("run", "Run", work, heavy=True)[1] for _ in range(10)))
    assert most == 3


async def test_a_queued_job_can_be_cancelled_and_gives_its_turn_away() -> None:
    jobs, seen = Jobs(heavy_at_once=1), list[JobStatus]()
    jobs.listen(seen.append)
    may_end = asyncio.Event()

    async def work(job: Job) -> None:
        await may_end.wait()

    tasks = [jobs.start("run", f"{n}", work, heavy=True) for n in range(3)]
    await settle()
    assert jobs.cancel(tasks[1][0])
    await settle()
    assert seen[-1].state is JobState.CANCELLED
    may_end.set()
    await tasks[0][1]
    await tasks[2][1]


async def test_an_end_is_written_down_before_it_is_told() -> None:
    jobs = Jobs()
    journal = journal_of(jobs)
    memory = Notebook(journal)

    async def work(job: Job) -> str:
        job.keep_result("/runs/1")
        job.report("half", 50)
        return "result"

    _, task = jobs.start("run", "Run", work, heavy=True, memory=memory)
    assert await task == "result"
    await settle()
    assert journal == ["told running", "told running", "kept done", "told done"]
    first, last = memory.records[0], memory.records[-1]
    assert (first.state, first.ended) == (JobState.RUNNING, None)
    assert (last.state, last.message, last.result) == (JobState.DONE, "half", "/runs/1")
    assert last.started is not None
    assert last.ended is not None
    assert last.queued <= last.started <= last.ended


async def test_failures_and_cancellations_are_written_down() -> None:
    jobs = Jobs()
    memory = Notebook(journal_of(jobs))

    async def fail(job: Job) -> None:
        raise ValueError("no data")

    async def wait(job: Job) -> None:
        await asyncio.Event().wait()

    async def say_so(job: Job) -> None:
        job.end(JobState.FAILED, "as I said")

    _, failing = jobs.start("run", "Run", fail, memory=memory)
    await asyncio.wait([failing])
    assert (memory.records[-1].state, memory.records[-1].message) == (JobState.FAILED, "no data")
    job_id, waiting = jobs.start("run", "Run", wait, memory=memory)
    await settle()
    jobs.cancel(job_id)
    await asyncio.wait([waiting])
    assert memory.records[-1].state is JobState.CANCELLED
    await jobs.start("run", "Run", say_so, memory=memory)[1]
    assert (memory.records[-1].state, memory.records[-1].message) == (JobState.FAILED, "as I said")


async def test_progress_is_written_down_now_and_then() -> None:
    jobs = Jobs()
    memory = Notebook(journal_of(jobs))

    async def work(job: Job) -> None:
        for number in range(1_000):
            job.report(f"step {number}")

    await jobs.start("run", "Run", work, memory=memory)[1]
    assert 2 <= len(memory.records) <= 4
