"""What sandboxes on this very machine have in common: a scratch copy and supervised runs."""

from __future__ import annotations

import threading
import uuid
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from seismograd_sandbox.host.closing import Closing
from seismograd_sandbox.host.confined import ConfinedFiles, Root
from seismograd_sandbox.host.leftovers import RUN
from seismograd_sandbox.host.links_out import refuse_links_out
from seismograd_sandbox.host.outbox import make_private
from seismograd_sandbox.host.outcome import Ending, Outcome
from seismograd_sandbox.host.project_copy import copy_project
from seismograd_sandbox.host.sandbox import Cancel, Listener, Obstacle, SandboxUnusable
from seismograd_sandbox.host.scratch import Scratch
from seismograd_sandbox.host.supervised import Supervised
from seismograd_sandbox.host.supervisor.order import Order
from seismograd_sandbox.host.whole_home import refuse_home
from seismograd_sandbox.host.workplace import Workplace


class LocalSession(Closing):
    """A session whose runs are processes of this machine, each under a supervisor."""

    def __init__(
        self, workplace: Workplace, scratch: Scratch, cancel: Cancel | None = None
    ) -> None:
        refuse_home(workplace.project)
        refuse_links_out(workplace.project, workplace.readable)
        self._workplace = workplace
        self._scratch = scratch
        self._home = scratch.subfolder("home")
        self._temporary = scratch.subfolder("tmp")
        workplace.outbox.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._copy = copy_project(
            workplace.project, scratch.subfolder("project"), cancel, (scratch.folder.parent,)
        )
        self._running: set[Supervised] = set()
        self._lock = threading.Lock()
        self._closed = False

    @property
    @abstractmethod
    def project(self) -> str: ...

    @property
    @abstractmethod
    def outbox(self) -> str: ...

    @property
    @abstractmethod
    def guest(self) -> str: ...

    @property
    def python(self) -> str:
        return str(self._workplace.python)

    @abstractmethod
    def _order(self, command: list[str], environment: Mapping[str, str]) -> Order:
        """How a command is run in this sandbox; limits are filled in later."""

    @abstractmethod
    def _shared_now(self) -> list[str]:
        """Paths of the project that the code inside sees as they are outside."""

    def run(
        self,
        command: Sequence[str],
        *,
        environment: dict[str, str] | None = None,
        listen: Listener | None = None,
        cancel: Cancel | None = None,
        wall_s: float | None = None,
    ) -> Outcome:
        if cancel:
            return Outcome(Ending.CANCELLED)
        order = self._order(list(command), {**self._workplace.environment, **(environment or {})})
        run = self._start(self._limited(order, wall_s), listen)
        try:
            if cancel is not None:
                cancel.when_set(run.stop)
            return run.outcome()
        finally:
            make_private(self._workplace.outbox)
            with self._lock:
                self._running.discard(run)

    def read(self, path: str, most: int | None = None) -> bytes:
        return self._files().read(path, most)

    def write(self, path: str, content: bytes) -> None:
        copy = Root(PurePath(self.project), self._copy.folder)
        ConfinedFiles(copy.inside, [copy]).write(path, content)

    def written(self) -> list[str]:
        return self._copy.written()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            running = list(self._running)
        for run in running:
            run.stop()
        for run in running:
            run.wait()
        self._scratch.remove()

    def _start(self, order: Order, listen: Listener | None) -> Supervised:
        with self._lock:
            if self._closed:
                raise SandboxUnusable(Obstacle("the sandbox was closed", "open another"))
            # A run may have removed its folder, and the next one still deserves one.
            self._copy.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            run = Supervised(order, self._workplace.limits.output_bytes, listen)
            self._running.add(run)
            return run

    def _limited(self, order: Order, wall_s: float | None) -> Order:
        limits = self._workplace.limits
        name = f"{self._scratch.identity}-{uuid.uuid4().hex[:8]}"
        return replace(
            order,
            name=name,
            environment={**order.environment, RUN: name},
            wall_s=limits.wall_s if wall_s is None else wall_s,
            cpu_s=limits.cpu_s,
            memory_bytes=limits.memory_bytes,
            pids=limits.pids,
            file_bytes=limits.file_bytes,
            disk_bytes=limits.disk_bytes,
            disk_folders=self._written_folders(),
            gpu=self._workplace.gpu,
        )

    def _files(self) -> ConfinedFiles:
        inside = PurePath(self.project)
        shared = [
            Root(inside / path, self._workplace.project / path) for path in self._shared_now()
        ]
        own = [
            Root(inside, self._copy.folder),
            Root(PurePath(self.outbox), self._workplace.outbox),
            *self._private_roots(),
        ]
        return ConfinedFiles(inside, [*shared, *own])

    def _private_roots(self) -> list[Root]:
        return []

    def _written_folders(self) -> list[str]:
        places = (self._copy.folder, self._home, self._temporary, self._workplace.outbox)
        return [str(place) for place in places]
