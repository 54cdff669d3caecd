"""Check many files, in this process or in several; the result does not depend on which."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence

from seismograd.cli.analysis import Analysis, FileResult
from seismograd.cli.folder_settings import FolderSettings
from seismograd.garbage import IN_A_BATCH, collect_seldom

WORTH_SEVERAL_PROCESSES = 400_000
MAX_AUTOMATIC_JOBS = 8


def check_files(
    files: Sequence[str], roots: Sequence[str], settings: FolderSettings, jobs: int | None
) -> Generator[FileResult, None, None]:
    """A result for each file, in the order of the files."""
    collect_seldom(IN_A_BATCH)
    count = jobs or automatic_jobs(files)
    if count == 1 or len(files) <= 1:
        analysis = Analysis(roots, settings)
        yield from map(analysis.check_file, files)
        return
    from seismograd.cli.processes import check_in_processes

    yield from check_in_processes(files, roots, settings, count)


def automatic_jobs(files: Sequence[str]) -> int:
    """Several processes only where they win more than starting them costs."""
    size = 0
    for path in files:
        size += _size(path)
        if size > WORTH_SEVERAL_PROCESSES:
            return min(_processors(), MAX_AUTOMATIC_JOBS)
    return 1


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
