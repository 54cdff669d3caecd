from __future__ import annotations

import asyncio

import pytest

from seismograd.jobs import Job, Jobs, JobState, JobStatus

pytestmark = pytest.mark.asyncio


def watched() -> tuple[Jobs, list[JobStatus]]:
    jobs, seen = Jobs(), list[JobStatus]()
    jobs.listen(seen.append)
    return jobs, seen


async def endless(job: Job) -> None:
    job.report("on the way", 10)
    await asyncio.Event().wait()


async def test_a_job_is_told_from_beginning_to_end() -> None:
    jobs, seen = watched()

    async def work(job: Job) -> int:
        job.report("half", 50)
        return 7

    job_id, task = jobs.start("check", "Check", work)
    assert [status.id for status in jobs.running] == [job_id]
    assert await task == 7
    await asyncio.sleep(0)
    assert [(status.state, status.message, status.percentage) for status in seen] == [
        (JobState.RUNNING, None, None),
        (JobState.RUNNING, "half", 50),
        (JobState.DONE, "half", 50),
    ]
    assert jobs.running == []


async def test_cancelling_stops_the_work_and_says_so() -> None:
    jobs, seen = watched()
    job_id, task = jobs.start("check", "Check", endless)
    await asyncio.sleep(0)
    assert jobs.cancel(job_id)
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0)
    assert seen[-1].state is JobState.CANCELLED
    assert not jobs.cancel(job_id)


async def test_a_job_cancelled_before_it_began_is_cancelled() -> None:
    jobs, seen = watched()
    job_id, task = jobs.start("check", "Check", endless)
    assert jobs.cancel(job_id)
    await asyncio.wait([task])
    await asyncio.sleep(0)
    assert [status.state for status in seen] == [JobState.RUNNING, JobState.CANCELLED]
    assert jobs.running == []


async def test_a_failure_has_a_message() -> None:
    jobs, seen = watched()

    async def work(job: Job) -> None:
        raise ValueError("the disk is full")

    _, task = jobs.start("check", "Check", work)
    await asyncio.wait([task])
    await asyncio.sleep(0)
    assert (seen[-1].state, seen[-1].message) == (JobState.FAILED, "the disk is full")


async def test_percentages_never_go_back_and_nothing_is_told_twice() -> None:
    jobs, seen = watched()

    async def work(job: Job) -> None:
        for percentage in (30, 30, 20, None):
            job.report("working", percentage)

    _, task = jobs.start("check", "Check", work)
    await task
    await asyncio.sleep(0)
    assert [status.percentage for status in seen] == [None, 30, 30]


async def test_all_jobs_can_be_stopped_at_once() -> None:
    jobs, seen = watched()
    tasks = [jobs.start("check", "Check", endless)[1] for _ in range(3)]
    await asyncio.sleep(0)
    jobs.cancel_all()
    await asyncio.wait(tasks)
    await asyncio.sleep(0)
    assert [status.state for status in seen].count(JobState.CANCELLED) == 3
    assert not jobs.cancel("nobody")


async def test_a_listener_that_fails_does_not_stop_the_work() -> None:
    jobs = Jobs()

    def fail(status: JobStatus) -> None:
        raise RuntimeError("on purpose")

    async def work(job: Job) -> str:
        return "done"

    jobs.listen(fail)
    _, task = jobs.start("check", "Check", work)
    assert await task == "done"
