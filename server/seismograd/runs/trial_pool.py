"""Several trials at once, each in a session of its own."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, LifoQueue

from seismograd.runs.trial import Trial, TrialResult, TrialRunner, Watch
from seismograd_sandbox.host.closing import Closing


class TrialPool(Closing):
    """Sessions are opened when they are first needed, and kept. Threads may share it."""

    def __init__(self, open_runner: Callable[[], TrialRunner]) -> None:
        self._open_runner = open_runner
        self._idle: LifoQueue[TrialRunner] = LifoQueue()
        self._runners: list[TrialRunner] = []

    def run(self, trial: Trial, watch: Watch | None = None) -> TrialResult:
        """Raises `SandboxUnusable`."""
        runner = self._take()
        try:
            return runner.run(trial, watch)
        finally:
            self._idle.put(runner)

    def _take(self) -> TrialRunner:
        try:
            return self._idle.get_nowait()
        except Empty:
            runner = self._open_runner()
            self._runners.append(runner)
            return runner

    def close(self) -> None:
        for runner in self._runners:
            runner.close()
