"""A started bubblewrap sandbox: each run gets walls of its own around the same scratch copy."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path, PurePath

from seismograd_sandbox.host import inside
from seismograd_sandbox.host.bubblewrap import engine, system
from seismograd_sandbox.host.bubblewrap.mounts import Mounts
from seismograd_sandbox.host.confined import Root
from seismograd_sandbox.host.environment import scrubbed_environment
from seismograd_sandbox.host.interpreter import inspect_interpreter, require_library
from seismograd_sandbox.host.known_caches import known_caches
from seismograd_sandbox.host.local_session import LocalSession
from seismograd_sandbox.host.sandbox import Cancel, guest_folder
from seismograd_sandbox.host.scratch import Scratch
from seismograd_sandbox.host.special_files import NOTHING, find_special_files
from seismograd_sandbox.host.supervisor.order import Order
from seismograd_sandbox.host.workplace import Workplace

OURS = "/run/seismograd"
OUTBOX = f"{OURS}/outbox"
GUEST = f"{OURS}/guest"
STARTER = f"{OURS}/inside.py"
TEMPORARY = "/tmp"
STEPS_TO_THE_USER = 3
"""bubblewrap outside, bubblewrap inside, our starter."""


class BubblewrapSession(LocalSession):
    def __init__(
        self, workplace: Workplace, users: Path, scratch: Scratch, cancel: Cancel | None = None
    ) -> None:
        self._walls = [engine.program(users), *engine.walls(users)]
        super().__init__(workplace, scratch, cancel)
        self._copy.keep_places_for_shared()
        self._names = scratch.subfolder("names")
        self._interpreter = inspect_interpreter(workplace.python, workplace.project)
        require_library(workplace.python, workplace.project)
        mounts = self._arrange()
        self._mounts = mounts.arguments()
        data = (workplace.project / path for path in self._copy.data())
        self._hidden = mounts.seen(find_special_files([*data, *workplace.readable]))

    @property
    def project(self) -> str:
        return str(self._workplace.place)

    @property
    def outbox(self) -> str:
        return OUTBOX

    @property
    def guest(self) -> str:
        return GUEST

    def _order(self, command: list[str], environment: Mapping[str, str]) -> Order:
        walls = [*self._walls, *self._mounts, *self._hiding()]
        starter = [self.python, "-I", "-S", "-B", STARTER]
        return Order(
            walls=[*walls, "--chdir", self.project, "--", *starter],
            seccomp=(engine.refused_calls() or b"").hex(),
            steps_to_user=STEPS_TO_THE_USER,
            command=command,
            folder="/",
            environment=self._environment(environment),
            scratch=str(self._scratch.folder),
        )

    def _hiding(self) -> list[str]:
        """Whatever is gone by now has no place to be hidden in."""
        hidden = [str(place) for place, path in self._hidden.items() if os.path.lexists(path)]
        return [word for place in hidden for word in ("--ro-bind", NOTHING, place)]

    def _environment(self, wanted: Mapping[str, str]) -> dict[str, str]:
        return scrubbed_environment(
            os.environ,
            home=str(Path.home()),
            temporary=TEMPORARY,
            python=self.python,
            wanted={**self._interpreter.variables(), **wanted},
        )

    def _shared_now(self) -> list[str]:
        return self._copy.shared

    def _private_roots(self) -> list[Root]:
        home = Root(PurePath(Path.home()), self._home)
        return [home, Root(PurePath(TEMPORARY), self._temporary)]

    def _arrange(self) -> Mounts:
        mounts = Mounts()
        system.add_system(mounts)
        if self._workplace.gpu:
            system.add_gpu(mounts)
        self._add_private(mounts)
        self._add_interpreter(mounts)
        for place in self._workplace.readable:
            mounts.read_only(place)
        self._add_project(mounts)
        return mounts

    def _add_private(self, mounts: Mounts) -> None:
        home = str(Path.home())
        mounts.in_memory("/dev/shm", self._workplace.limits.memory_bytes)
        mounts.writable(self._temporary, TEMPORARY)
        mounts.writable(self._home, home)
        for place in known_caches(Path.home()):
            mounts.read_only(Path.home() / place)
        system.add_names(mounts, self._names, engine.inner_user(), engine.inner_group(), home)

    def _add_interpreter(self, mounts: Mounts) -> None:
        for folder in self._interpreter.folders:
            mounts.read_only(folder)
        for link in self._interpreter.links:
            if not mounts.shows(link):
                mounts.link(os.readlink(link), link)

    def _add_project(self, mounts: Mounts) -> None:
        project, place = self._workplace.project, self._workplace.place
        mounts.writable(self._copy.folder, place)
        for path in self._copy.shared:
            mounts.read_only(project / path, place / path)
        mounts.writable(self._workplace.outbox, OUTBOX)
        mounts.read_only(guest_folder(), GUEST)
        mounts.read_only(Path(inside.__file__), STARTER)
