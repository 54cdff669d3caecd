"""A command under a supervisor, from the owner's side: hear it, cancel it, get its outcome."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO

from seismograd_sandbox.host.capture import Capture
from seismograd_sandbox.host.environment import harmless_variables
from seismograd_sandbox.host.leftovers import end_processes_of
from seismograd_sandbox.host.outcome import Captured, Ending, Outcome
from seismograd_sandbox.host.sandbox import Listener, Obstacle, SandboxUnusable, Stream
from seismograd_sandbox.host.supervisor.lifeline import CANCEL
from seismograd_sandbox.host.supervisor.order import Order, Report
from seismograd_sandbox.untrusted_files import read_without_links

SUPERVISOR = Path(__file__).parent / "supervisor" / "__main__.py"
PATIENCE_S = 5.0
"""How long output is waited for after the end: a process that got away may hold it open."""

MOST_REPORT_BYTES = 100_000
"""In the sandbox `process` the code can reach the report; ours has a few hundred bytes."""


class Supervised:
    """One run. `stop` may be called from any thread; `outcome` waits for the end."""

    def __init__(self, order: Order, output_bytes: int, listen: Listener | None) -> None:
        self._name = order.name
        self._place = Path(order.scratch) / f"report-{order.name}.json"
        self._report: Report | None = None
        self._lock = threading.Lock()
        self._process = _start(self._place)
        self._streams = [
            Capture(stream, source, output_bytes, listen)
            for stream, source in zip(Stream, _outputs(self._process), strict=True)
        ]
        self._send(order.line())

    def stop(self) -> None:
        self._send(CANCEL)

    def wait(self) -> None:
        """Until everything has ended; an interruption of the wait ends it."""
        try:
            self._process.wait()
        except BaseException:
            self.stop()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE_S)
            raise
        finally:
            self._finish()

    def outcome(self) -> Outcome:
        self.wait()
        if self._report is None:
            end_processes_of(self._name)
        captured = [stream.result(PATIENCE_S) for stream in self._streams]
        return _outcome(self._report, *captured)

    def _send(self, line: bytes) -> None:
        with self._lock, suppress(OSError, ValueError):
            assert self._process.stdin is not None
            self._process.stdin.write(line)
            self._process.stdin.flush()

    def _finish(self) -> None:
        """Without the lifeline a supervisor that is still there ends everything at once."""
        with self._lock:
            assert self._process.stdin is not None
            # A word that came too late for the supervisor is still in there, and fails again.
            with suppress(OSError):
                self._process.stdin.close()
            with suppress(OSError, ValueError, TypeError):
                told = read_without_links(self._place, MOST_REPORT_BYTES)
                self._report = self._report or Report.read(told)


def _start(report: Path) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", str(SUPERVISOR), str(report)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=harmless_variables(os.environ),
        )
    except OSError as error:
        obstacle = Obstacle(f"no process could be started: {error}", "free resources, try again")
        raise SandboxUnusable(obstacle) from error


def _outputs(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdout, process.stderr


def _outcome(report: Report | None, stdout: Captured, stderr: Captured) -> Outcome:
    if report is None:
        return Outcome(Ending.LOST, stdout=stdout, stderr=stderr)
    if report.failure:
        reason = f"the command could not be started: {report.failure}"
        raise SandboxUnusable(Obstacle(reason, "see that it exists where the run can see it"))
    return Outcome(
        Ending(report.ending),
        report.exit_code,
        report.signal,
        stdout,
        stderr,
        report.seconds,
        report.peak_memory_bytes,
    )
