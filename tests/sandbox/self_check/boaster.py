"""A sandbox that promises everything and keeps nothing: the checks have to find that out."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from seismograd_sandbox.host.closing import Closing
from seismograd_sandbox.host.outcome import Captured, Ending, Outcome
from seismograd_sandbox.host.sandbox import (
    Cancel,
    Listener,
    Obstacle,
    Promise,
    SandboxUnusable,
    guest_folder,
)
from seismograd_sandbox.host.workplace import Workplace


class BoasterSession(Closing):
    """The command is run just so, in a copy of the project."""

    def __init__(self, workplace: Workplace) -> None:
        self._workplace = workplace
        self._folder = tempfile.mkdtemp(prefix="boaster-")
        self.project = f"{self._folder}/{workplace.project.name}"
        shutil.copytree(workplace.project, self.project, symlinks=True)
        self.begins = self.project
        """Where runs begin."""
        self.outbox = str(workplace.outbox)
        self.guest = str(guest_folder())
        self.python = str(workplace.python)

    def run(
        self,
        command: Sequence[str],
        *,
        environment: dict[str, str] | None = None,
        listen: Listener | None = None,
        cancel: Cancel | None = None,
        wall_s: float | None = None,
    ) -> Outcome:
        started = time.monotonic()
        variables = {**os.environ, **self._workplace.environment, **(environment or {})}
        most_s = wall_s or self._workplace.limits.wall_s
        try:
            done = subprocess.run(
                command, cwd=self.begins, env=variables, capture_output=True, timeout=most_s
            )
        except subprocess.TimeoutExpired as late:
            return Outcome(Ending.WALL_LIMIT, stdout=Captured(late.stdout or b""))
        except FileNotFoundError:
            raise SandboxUnusable(Obstacle("no such program", "name another")) from None
        ending = Ending.EXITED if done.returncode >= 0 else Ending.SIGNALLED
        return Outcome(
            ending,
            done.returncode if done.returncode >= 0 else None,
            -done.returncode if done.returncode < 0 else None,
            Captured(done.stdout),
            Captured(done.stderr),
            time.monotonic() - started,
        )

    def read(self, path: str, most: int | None = None) -> bytes:
        return Path(self.project, path).read_bytes()[:most]

    def write(self, path: str, content: bytes) -> None:
        place = Path(self.project, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)

    def written(self) -> list[str]:
        return []

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


@dataclass
class Boaster:
    promises: frozenset[Promise] = frozenset(Promise)
    name: str = "boaster"
    before_opening: Callable[[], object] | None = None

    def obstacle(self) -> Obstacle | None:
        return None

    def open(self, workplace: Workplace, cancel: Cancel | None = None) -> BoasterSession:
        if self.before_opening is not None:
            self.before_opening()
        return BoasterSession(workplace)

    def reap(self) -> list[str]:
        return []
