"""A process that checks files for this one, and the work that goes on in it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING

from seismograd.cli.analysis import Analysis, FileResult
from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.trouble import log_to_stderr

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext


class WorkerProcess:
    """Takes files and answers them one by one, so that it is known where it died."""

    def __init__(self, roots: Sequence[str], overrides: Mapping[str, object]) -> None:
        self.pending: deque[str] = deque()
        context = _context()
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, roots, overrides), daemon=True)
        self._process.start()
        # Only the process itself may hold its end: we learn of its death when that is closed.
        theirs.close()

    def give(self, files: Sequence[str]) -> None:
        self.pending.extend(files)
        self._connection.send(files)

    def receive(self) -> FileResult:
        """The next answer; raises `EOFError` or `OSError` where the process has died."""
        result: FileResult = self._connection.recv()
        self.pending.popleft()
        return result

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._connection.close()

    @property
    def exit_code(self) -> int | None:
        return self._process.exitcode

    @staticmethod
    def ready(workers: Sequence[WorkerProcess]) -> list[WorkerProcess]:
        """Wait until some have an answer, or have died."""
        speaking = wait([worker._connection for worker in workers])
        return [worker for worker in workers if worker._connection in speaking]


def _context() -> ForkContext | SpawnContext:
    if "fork" in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def _work(
    connection: Connection[FileResult, Sequence[str]],
    roots: Sequence[str],
    overrides: Mapping[str, object],
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    log_to_stderr(with_traceback=False)
    analysis = Analysis(roots, FolderSettings(overrides))
    while True:
        for path in connection.recv():
            connection.send(analysis.check_file(path))


def _end_with_parent() -> None:
    """A command that is killed cannot say so; its processes must not outlive it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
