"""The weakest sandbox, which works everywhere: ordinary processes, on a copy, under limits.

The code inside has the rights of the user. It is kept from changing the project by mistake, from
taking the whole machine and from leaving anything running, but not from reading or sending.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from seismograd_sandbox.host.environment import scrubbed_environment
from seismograd_sandbox.host.interpreter import inspect_interpreter
from seismograd_sandbox.host.known_caches import known_caches
from seismograd_sandbox.host.local_session import LocalSession
from seismograd_sandbox.host.sandbox import (
    Cancel,
    Obstacle,
    Promise,
    Session,
    Tell,
    guest_folder,
)
from seismograd_sandbox.host.scratch import Scratch, abandoned_scratches
from seismograd_sandbox.host.supervisor.order import Order
from seismograd_sandbox.host.workplace import Workplace

NAME = "process"


class ProcessSandbox:
    @property
    def name(self) -> str:
        return NAME

    @property
    def promises(self) -> frozenset[Promise]:
        """Nothing but an end of everything; macOS does not tell of processes that hide."""
        return frozenset() if sys.platform == "darwin" else frozenset({Promise.NO_ORPHANS})

    def obstacle(self) -> Obstacle | None:
        return None

    def open(
        self, workplace: Workplace, cancel: Cancel | None = None, tell: Tell | None = None
    ) -> Session:
        self.reap()
        scratch = Scratch.create(NAME)
        try:
            return ProcessSession(workplace, scratch, cancel)
        except BaseException:
            scratch.remove()
            raise

    def reap(self) -> list[str]:
        return [scratch.reap() for scratch in abandoned_scratches(NAME)]


class ProcessSession(LocalSession):
    def __init__(
        self, workplace: Workplace, scratch: Scratch, cancel: Cancel | None = None
    ) -> None:
        super().__init__(workplace, scratch, cancel)
        self._interpreter = inspect_interpreter(workplace.python, workplace.project)
        self._copy.link_shared()
        home = Path.home()
        for place in known_caches(home):
            (self._home / place).parent.mkdir(parents=True, exist_ok=True)
            (self._home / place).symlink_to(home / place)

    @property
    def project(self) -> str:
        return str(self._copy.folder)

    @property
    def outbox(self) -> str:
        return str(self._workplace.outbox)

    @property
    def guest(self) -> str:
        return str(guest_folder())

    def _order(self, command: list[str], environment: Mapping[str, str]) -> Order:
        return Order(
            command=command,
            folder=self.project,
            environment=scrubbed_environment(
                os.environ,
                home=str(self._home),
                temporary=str(self._temporary),
                python=self.python,
                wanted={**self._interpreter.variables(), **environment},
            ),
            scratch=str(self._scratch.folder),
        )

    def _shared_now(self) -> list[str]:
        """Links that the run has left as they were."""
        folder, project = self._copy.folder, self._workplace.project
        return [
            path
            for path in self._copy.shared
            if os.path.islink(folder / path) and os.readlink(folder / path) == str(project / path)
        ]
