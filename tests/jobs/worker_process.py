"""A process that does jobs for as long as it is let: `worker_process.py ROOT COUNT NAME`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from seismograd.jobs import Job, Jobs, JobState, JobStatus
from seismograd.jobs.history import JobHistory
from seismograd.jobs.history_thread import HistoryThread


def tell(status: JobStatus) -> None:
    """A line for each end that a person would see."""
    if status.state is JobState.DONE:
        sys.stdout.write(f"{status.id}\n")
        sys.stdout.flush()


async def work(job: Job) -> None:
    job.keep_result(f"/runs/{job.id}")
    await asyncio.sleep(0.001)
    job.report("nearly there", 90)


async def main(root: Path, count: int, name: str) -> None:
    jobs, memory = Jobs(heavy_at_once=3), HistoryThread(JobHistory.of(root))
    jobs.listen(tell)
    for _ in range(count):
        started = [
            jobs.start("run", f"Run {name}", work, heavy=True, memory=memory) for _ in range(5)
        ]
        await asyncio.wait([task for _, task in started])
    await asyncio.sleep(0)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
