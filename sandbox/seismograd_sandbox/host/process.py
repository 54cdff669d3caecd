"""The weakest sandbox, which works everywhere: ordinary processes, on a copy, under limits.

The code inside has the rights of the user. It is kept from changing the project by mistake and from
taking the whole machine, but not from reading, sending, or writing elsewhere on purpose. Where the
system grants namespaces, the kernel ends all that it started, and large data is shown read-only;
elsewhere such data is copied, and who takes pains to get away may get away.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from seismograd_sandbox.host.data_copy import LARGEST_PLAIN_COPY, copy_data
from seismograd_sandbox.host.environment import scrubbed_environment
from seismograd_sandbox.host.interpreter import inspect_interpreter
from seismograd_sandbox.host.known_caches import known_caches
from seismograd_sandbox.host.limits import Limits
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
from seismograd_sandbox.host.supervisor.namespace_trial import namespace_trial
from seismograd_sandbox.host.supervisor.namespaces import STEPS_TO_USER
from seismograd_sandbox.host.supervisor.order import Order
from seismograd_sandbox.host.workplace import Workplace

NAME = "process"


class ProcessSandbox:
    @property
    def name(self) -> str:
        return NAME

    @property
    def promises(self) -> frozenset[Promise]:
        """Nothing but an end of everything, and that only where the kernel sees to it.

        Code with the user's rights can kill its supervisor, clear the variables by which it would
        be found, and leave every group of processes that the user may make.
        """
        return frozenset({Promise.NO_ORPHANS} if namespace_trial().succeeded() else ())

    def obstacle(self) -> Obstacle | None:
        return None

    def open(
        self, workplace: Workplace, cancel: Cancel | None = None, tell: Tell | None = None
    ) -> Session:
        self.reap()
        scratch = Scratch.create(NAME)
        try:
            return ProcessSession(workplace, scratch, cancel, tell or _be_silent)
        except BaseException:
            scratch.remove()
            raise

    def reap(self) -> list[str]:
        return [scratch.reap() for scratch in abandoned_scratches(NAME)]


class ProcessSession(LocalSession):
    def __init__(
        self, workplace: Workplace, scratch: Scratch, cancel: Cancel | None, tell: Tell
    ) -> None:
        trial = namespace_trial()  # it goes on while the project is copied
        super().__init__(workplace, scratch, cancel)
        self._interpreter = inspect_interpreter(workplace.python, workplace.project)
        self._namespaces = trial.succeeded()
        if self._namespaces:
            self._copy.keep_places_for_shared()
        else:
            copy_data(self._copy, _most_data(workplace.limits), cancel, tell)
        self._link_caches(Path.home())
        for path in self._copy.leading_out:
            self._tell_of_link(path, tell)

    def _link_caches(self, home: Path) -> None:
        """Libraries download into them: what a run adds there is meant for the next one."""
        for place in known_caches(home):
            (self._home / place).parent.mkdir(parents=True, exist_ok=True)
            (self._home / place).symlink_to(home / place)

    def _tell_of_link(self, path: str, tell: Tell) -> None:
        place = os.path.realpath(self._copy.folder / path)
        if os.access(place, os.W_OK):
            tell(f"{path} is a link: what the script writes there changes {place}")

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
            namespaces=self._namespaces,
            read_only=self._read_only(),
            steps_to_user=STEPS_TO_USER if self._namespaces else 0,
        )

    def _read_only(self) -> list[tuple[str, str]]:
        project, copy = self._workplace.project, self._copy.folder
        return [(str(project / path), str(copy / path)) for path in self._shared_now()]

    def _shared_now(self) -> list[str]:
        return self._copy.shared if self._namespaces else []


def _most_data(limits: Limits) -> int | None:
    """Whoever lets a run write more may have more copied for it as well."""
    return None if limits.disk_bytes is None else max(LARGEST_PLAIN_COPY, limits.disk_bytes)


def _be_silent(line: str) -> None:
    """Nobody asked for progress."""
