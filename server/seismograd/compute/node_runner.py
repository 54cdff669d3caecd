"""Trials in a process of a Ray node: one at a time, on a copy of the project of its own.

Ray calls its methods from several threads, so that a trial can be watched and stopped.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from seismograd import __version__
from seismograd.cancellation import Cancellation
from seismograd.compute.node_setup import NodeSetup, forget_own_variables
from seismograd.compute.project_archive import unpack_project
from seismograd.compute.ray_connection import INSTALL
from seismograd.runs.trial import RunningTrial, Trial, TrialResult, TrialRunner
from seismograd_sandbox.host.sandbox import Obstacle, SandboxUnusable
from seismograd_sandbox.host.scratch import Scratch, abandoned_scratches
from seismograd_sandbox.untrusted_files import open_regular_file

KIND = "ray"
"""Of the scratch folders that hold projects."""
MOST_NEWS = 4 << 20
"""Bytes of a trace that are handed on at once; the rest comes with the next look."""
TORN = "\ufffd"
"""Stands at the end where a character has not been written whole yet."""


@dataclass(frozen=True, slots=True)
class News:
    """What a trial has written since the last look."""

    trace: bytes = b""
    output: str = ""


class NodeRunner:
    def __init__(self) -> None:
        self._runner: TrialRunner | None = None
        self._scratch: Scratch | None = None
        self._cancel = Cancellation()
        self._stop = threading.Event()
        self._running: RunningTrial | None = None

    def open(self, version: str, setup: NodeSetup, archive: bytes) -> Obstacle | None:
        """Why trials cannot run here, if they cannot."""
        try:
            _require_version(version)
            self._open(setup, archive)
        except SandboxUnusable as error:
            where = f"trials cannot run on the Ray node {socket.gethostname()}"
            return Obstacle(f"{where}: {error.obstacle.reason}", error.obstacle.remedy)
        return None

    def _open(self, setup: NodeSetup, archive: bytes) -> None:
        for left in abandoned_scratches(KIND):
            left.reap()
        forget_own_variables()
        self._scratch = Scratch.create(KIND)
        root = self._scratch.subfolder("project")
        unpack_project(archive, root)
        self._runner = setup.on_this_node(root).open_runner(setup.variables, self._cancel)

    def run(self, trial: Trial) -> TrialResult:
        assert self._runner is not None
        self._stop.clear()
        self._running = None
        return self._runner.run(trial, self._look)

    def _look(self, running: RunningTrial) -> bool:
        self._running = running
        return self._stop.is_set()

    def news(self, trace_from: int, output_from: int) -> News:
        """From these numbers of bytes and characters on."""
        running = self._running
        if running is None:
            return News()
        output = running.output.rstrip(TORN)[output_from:]
        return News(_read_from(running.trace, trace_from), output)

    def stop(self) -> None:
        """End the trial that runs."""
        self._stop.set()

    def close(self) -> None:
        self._cancel.set()
        if self._runner is not None:
            self._runner.close()
        if self._scratch is not None:
            self._scratch.remove()


def _require_version(version: str) -> None:
    if version != __version__:
        reason = f"it has seismograd {__version__}, and here is {version}"
        raise SandboxUnusable(Obstacle(reason, f"{INSTALL} of the same version on every node"))


def _read_from(trace: Path, start: int) -> bytes:
    """Nothing where the script put something else in its place."""
    with suppress(OSError), open_regular_file(trace, follow_links=False) as file:
        file.seek(start)
        return file.read(MOST_NEWS)
    return b""
