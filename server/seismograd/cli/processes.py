"""Files checked in several processes; apart from the rest, for it is slow to import."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from seismograd.cli.analysis import Analysis, FileResult
from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.trouble import UsageError, log_to_stderr

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
        try:
            # `pool.map` would cancel the rest on its way out; a pool that is ended cannot bear it.
            pending = [pool.submit(_check, task) for task in tasks]
            for future in pending:
                yield from future.result()
        except BrokenProcessPool as error:
            raise UsageError("a process died, perhaps for want of memory; try --jobs 1") from error
        except BaseException:
            # The pool would wait for work that nobody wants any more.
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _context() -> multiprocessing.context.BaseContext:
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if "fork" in methods else "spawn")


_analysis: Analysis


def _start(roots: Sequence[str], overrides: Mapping[str, object]) -> None:
    global _analysis
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    log_to_stderr(with_traceback=False)
    _analysis = Analysis(roots, FolderSettings(overrides))


def _end_with_parent() -> None:
    """A command that is killed cannot say so; its processes must not outlive it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _check(files: Sequence[str]) -> list[FileResult]:
    return [_analysis.check_file(path) for path in files]
