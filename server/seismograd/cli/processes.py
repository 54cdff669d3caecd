"""Files checked in several processes; apart from the rest, for it is slow to import."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterator, Sequence

from seismograd.cli.analysis import FileResult
from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.interrupts import interrupts_held
from seismograd.cli.worker_process import WorkerProcess

FILES_PER_TASK = 16


def check_in_processes(
    files: Sequence[str], roots: Sequence[str], settings: FolderSettings, count: int
) -> Iterator[FileResult]:
    """A result for each file, in the order of the files."""
    check = _Check(files, roots, settings, count)
    try:
        yield from map(check.result, files)
    finally:
        check.end()


class _Check:
    """What is left to do, who does it, and what was found; outlives any of its processes."""

    def __init__(
        self, files: Sequence[str], roots: Sequence[str], settings: FolderSettings, count: int
    ) -> None:
        # Neighbours go to the same process: they import each other.
        starts = range(0, len(files), FILES_PER_TASK)
        self._tasks = deque(files[start : start + FILES_PER_TASK] for start in starts)
        self._roots = roots
        self._settings = settings
        self._count = count
        self._workers: list[WorkerProcess] = []
        self._results: dict[str, FileResult] = {}
        self._suspects: set[str] = set()

    def result(self, path: str) -> FileResult:
        """The result of one file, as soon as it is there."""
        while path not in self._results:
            self._hand_out()
            for worker in WorkerProcess.ready(self._workers):
                self._hear(worker)
        return self._results.pop(path)

    def end(self) -> None:
        while self._workers:
            self._workers[-1].end()
            self._workers.pop()

    def _hand_out(self) -> None:
        idle = [worker for worker in self._workers if not worker.pending]
        while self._tasks and (idle or len(self._workers) < self._count):
            worker = idle.pop() if idle else self._start()
            try:
                worker.give(self._tasks.popleft())
            except OSError:
                self._replace(worker)

    def _start(self) -> WorkerProcess:
        with interrupts_held():
            worker = WorkerProcess(self._roots, self._settings.overrides)
            self._workers.append(worker)
        return worker

    def _hear(self, worker: WorkerProcess) -> None:
        try:
            result = worker.receive()
        except (EOFError, OSError):
            self._replace(worker)
        else:
            self._results[result.path] = result

    def _replace(self, worker: WorkerProcess) -> None:
        """Leave the files of a dead process to others, each by itself from where it died."""
        worker.end()
        self._workers.remove(worker)
        if worker.pending:
            suspect, *others = worker.pending
            if others:
                self._tasks.appendleft(others)
            self._try_again(suspect, worker.exit_code)

    def _try_again(self, path: str, exit_code: int | None) -> None:
        """Once more, alone: the process may have died of all that it had read before."""
        if path in self._suspects:
            message = f"the process that checked it died{_cause(exit_code)}"
            self._results[path] = FileResult(path, error=message)
        else:
            self._suspects.add(path)
            self._tasks.appendleft([path])


def _cause(exit_code: int | None) -> str:
    if exit_code is None or exit_code >= 0:
        return ""
    if exit_code == -signal.SIGKILL:
        return " (killed, perhaps for want of memory)"
    return f" ({signal.strsignal(-exit_code) or f'signal {-exit_code}'})"
