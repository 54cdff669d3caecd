"""A process that ends with everything it started, at the latest when the tests end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.editor.processes import MARK

ROOT = Path(__file__).parents[3]
PATIENCE_S = 5


@dataclass(frozen=True)
class KeptProcess:
    process: subprocess.Popen[bytes]
    keeper: subprocess.Popen[bytes]

    @classmethod
    def start(
        cls, command: Sequence[str], mark: str, environment: Mapping[str, str], log: Path
    ) -> KeptProcess:
        keeper = _keeper(mark)  # first, so that nothing is ever without one
        with open(log, "ab") as output:
            process = subprocess.Popen(
                command,
                env={**os.environ, **environment, MARK: mark},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        return cls(process, keeper)

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def stop(self) -> None:
        """Ask it to end, and end everything that is left."""
        self.process.terminate()
        try:
            self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.keeper.communicate()


def _keeper(mark: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.e2e.editor.keeper", mark]
    # Ctrl+C goes to a whole group of processes; this one has to outlive it.
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, start_new_session=True)
