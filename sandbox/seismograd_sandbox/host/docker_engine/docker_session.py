"""A session with a Docker engine: one scratch copy, and a container for each run."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath, PurePosixPath

from seismograd_sandbox.host.closing import Closing
from seismograd_sandbox.host.confined import ConfinedFiles, Root
from seismograd_sandbox.host.docker_engine.confinement import Bind, hiding, host_config
from seismograd_sandbox.host.docker_engine.container_run import ContainerRun, Order
from seismograd_sandbox.host.docker_engine.images.borrowing import lend_packages
from seismograd_sandbox.host.docker_engine.images.choice import Choice
from seismograd_sandbox.host.docker_engine.inside_paths import (
    GUEST,
    HOME,
    OUTBOX,
    REPORTS,
    ROOTS_HOME,
    TEMPORARY,
    WARDEN,
    inside,
    project_inside,
)
from seismograd_sandbox.host.docker_engine.labels import container_labels
from seismograd_sandbox.host.docker_engine.user import hand_over, owner_of, user_inside
from seismograd_sandbox.host.docker_engine.visibility import require_open, visible_to
from seismograd_sandbox.host.environment import harmless_variables
from seismograd_sandbox.host.outbox import make_private
from seismograd_sandbox.host.outcome import Outcome
from seismograd_sandbox.host.project_copy import copy_project
from seismograd_sandbox.host.sandbox import (
    Cancel,
    Listener,
    Obstacle,
    SandboxUnusable,
    guest_folder,
)
from seismograd_sandbox.host.scratch import Scratch
from seismograd_sandbox.host.seen_inside import seen_inside
from seismograd_sandbox.host.special_files import find_special_files
from seismograd_sandbox.host.workplace import Workplace

THE_IMAGES_OWN = frozenset({"CONDA_PREFIX", "LD_LIBRARY_PATH", "VIRTUAL_ENV"})
"""Harmless variables that name places of the host."""


class DockerSession(Closing):
    def __init__(
        self,
        url: str | None,
        choice: Choice,
        workplace: Workplace,
        scratch: Scratch,
        cancel: Cancel | None,
    ) -> None:
        self._choice = choice
        workplace = _absolute(workplace)
        self._workplace = workplace
        self._scratch = scratch
        self._user = user_inside()
        self._project = project_inside(workplace.place)
        self._copy = copy_project(
            workplace.project, scratch.subfolder("project"), cancel, (scratch.folder.parent,)
        )
        self._prepare_folders()
        self._order = self._make_order(url)
        self._running: set[ContainerRun] = set()
        self._lock = threading.Lock()
        self._idle = threading.Condition(self._lock)
        self._closed = False

    @property
    def project(self) -> str:
        return str(self._project)

    @property
    def outbox(self) -> str:
        return str(OUTBOX)

    @property
    def guest(self) -> str:
        return str(GUEST)

    @property
    def python(self) -> str:
        return self._choice.python.executable

    @property
    def why_this_image(self) -> str:
        return self._choice.why

    def run(
        self,
        command: Sequence[str],
        *,
        environment: dict[str, str] | None = None,
        listen: Listener | None = None,
        cancel: Cancel | None = None,
        wall_s: float | None = None,
    ) -> Outcome:
        limit = self._workplace.limits.wall_s if wall_s is None else wall_s
        run = ContainerRun(self._order_now(), limit)
        with self._lock:
            if self._closed:
                raise SandboxUnusable(Obstacle("the sandbox was closed", "open another"))
            self._running.add(run)
        try:
            return run.run(list(command), self._environment(environment or {}), listen, cancel)
        finally:
            make_private(self._workplace.outbox)
            with self._idle:
                self._running.discard(run)
                self._idle.notify_all()

    def read(self, path: str, most: int | None = None) -> bytes:
        return self._files().read(path, most)

    def write(self, path: str, content: bytes) -> None:
        copy = Root(PurePath(self.project), self._copy.folder)
        ConfinedFiles(copy.inside, [copy]).write(path, content)
        hand_over(self._copy.folder, self._user)

    def written(self) -> list[str]:
        return self._copy.written()

    def close(self) -> None:
        with self._idle:
            already, self._closed = self._closed, True
            for run in self._running:
                run.stop()
            self._idle.wait_for(lambda: not self._running)
        if already:
            return
        hand_over(self._workplace.outbox, self._outbox_owner)
        self._scratch.remove()

    def _prepare_folders(self) -> None:
        """A container's user must be able to write where it may, and find where to mount."""
        outbox = self._workplace.outbox
        outbox.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._outbox_owner = owner_of(outbox)
        self._reports = self._scratch.subfolder("reports")
        for path in self._copy.shared:
            _make_mount_point(self._workplace.project / path, self._copy.folder / path)
        for folder in (self._copy.folder, self._reports, outbox):
            hand_over(folder, self._user)

    def _make_order(self, url: str | None) -> Order:
        workplace = self._workplace
        binds = self._binds()
        self._hidden = self._special_files_inside(binds)
        config = host_config(workplace.limits, self._user, binds, workplace.gpu)
        return Order(
            url=url,
            image=self._choice.image,
            python=self.python,
            project=self.project,
            user=str(self._user),
            host_config=config,
            labels=container_labels(self._scratch.identity),
            limits=workplace.limits,
            reports=self._reports,
            disk_folders=(str(self._copy.folder), str(workplace.outbox)),
        )

    def _order_now(self) -> Order:
        """Whatever is gone by now has no place to be hidden in."""
        places = [place for place, path in self._hidden.items() if os.path.lexists(path)]
        return replace(self._order, host_config=hiding(self._order.host_config, places))

    def _special_files_inside(self, binds: Sequence[Bind]) -> dict[PurePosixPath, Path]:
        data = [self._workplace.project / path for path in self._copy.data()]
        shown = {bind.target: bind.source for bind in binds if not bind.writable}
        mounted = {bind.target for bind in binds}
        found = find_special_files([*data, *self._workplace.readable])
        return seen_inside(found, shown, mounted)

    def _binds(self) -> list[Bind]:
        workplace = self._workplace
        shown = [
            *(Bind(workplace.project / each, self._project / each) for each in self._copy.shared),
            Bind(guest_folder(), GUEST),
            Bind(Path(__file__).with_name("warden.py"), WARDEN),
            *(Bind(place, inside(place)) for place in workplace.readable),
        ]
        copies = self._scratch.subfolder("visible")
        binds = [
            Bind(self._copy.folder, self._project, writable=True),
            Bind(workplace.outbox, OUTBOX, writable=True),
            Bind(self._reports, REPORTS, writable=True),
            *(replace(bind, source=visible_to(self._user, bind.source, copies)) for bind in shown),
            *self._borrowed(),
        ]
        return [*self._way_through(binds), *binds]

    def _way_through(self, binds: Sequence[Bind]) -> list[Bind]:
        """Root's home is closed in every image; what is shown below it has to be reached."""
        if not any(bind.target.is_relative_to(ROOTS_HOME) for bind in binds):
            return []
        folder = self._scratch.subfolder("roots-home")
        folder.chmod(0o755)
        return [Bind(folder, ROOTS_HOME, writable=True)]

    def _borrowed(self) -> list[Bind]:
        if self._choice.lender is None:
            return []
        for site in self._choice.lender.sites:
            require_open(Path(site))
        folder = self._scratch.subfolder("packages")
        return lend_packages(self._choice.lender, self._choice.python, folder)

    def _environment(self, wanted: Mapping[str, str]) -> dict[str, str]:
        """PATH and the places of libraries are the image's own."""
        harmless = {
            name: value
            for name, value in harmless_variables(os.environ).items()
            if name not in THE_IMAGES_OWN
        }
        private = {
            "HOME": str(HOME),
            "TMPDIR": str(TEMPORARY),
            "LANG": "C.UTF-8",
            "USER": "user",
            "LOGNAME": "user",
        }
        return {**harmless, **private, **self._workplace.environment, **wanted}

    def _files(self) -> ConfinedFiles:
        start = PurePath(self.project)
        shared = [Root(start / each, self._workplace.project / each) for each in self._copy.shared]
        own = [Root(start, self._copy.folder), Root(PurePath(OUTBOX), self._workplace.outbox)]
        return ConfinedFiles(start, [*shared, *own])


def _absolute(workplace: Workplace) -> Workplace:
    """The engine knows nothing of the folder that we are in."""
    return replace(
        workplace,
        project=workplace.project.absolute(),
        outbox=workplace.outbox.absolute(),
        readable=tuple(place.absolute() for place in workplace.readable),
    )


def _make_mount_point(source: Path, place: Path) -> None:
    if source.is_dir():
        place.mkdir(exist_ok=True)
    else:
        place.touch()
