"""Files checked in several processes; apart from the rest, for it is slow to import."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor

from seismograd.cli.analysis import Analysis, FileResult
from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.trouble import log_to_stderr

FILES_PER_TASK = 16


def check_in_processes(
    files: Sequence[str], roots: Sequence[str], settings: FolderSettings, count: int
) -> Iterator[FileResult]:
    """A result for each file, in the order of the files."""
    # Neighbours go to the same process: they import each other.
    tasks = [files[i : i + FILES_PER_TASK] for i in range(0, len(files), FILES_PER_TASK)]
    with ProcessPoolExecutor(
        min(count, len(tasks)), _context(), _start, (roots, settings.overrides)
    ) as pool:
        for results in pool.map(_check, tasks):
            yield from results


def _context() -> multiprocessing.context.BaseContext:
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if "fork" in methods else "spawn")


_analysis: Analysis


def _start(roots: Sequence[str], overrides: Mapping[str, object]) -> None:
    global _analysis
    log_to_stderr(with_traceback=False)
    _analysis = Analysis(roots, FolderSettings(overrides))


def _check(files: Sequence[str]) -> list[FileResult]:
    return [_analysis.check_file(path) for path in files]
