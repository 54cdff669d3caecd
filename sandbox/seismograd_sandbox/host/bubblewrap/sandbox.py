"""The sandbox of bubblewrap."""

from __future__ import annotations

from pathlib import Path

from seismograd_sandbox.host.bubblewrap.engine import find_obstacle
from seismograd_sandbox.host.bubblewrap.kernel import held_by_the_kernel
from seismograd_sandbox.host.bubblewrap.session import BubblewrapSession
from seismograd_sandbox.host.sandbox import (
    Cancel,
    Obstacle,
    Promise,
    SandboxUnusable,
    Session,
    Tell,
)
from seismograd_sandbox.host.scratch import Scratch, abandoned_scratches
from seismograd_sandbox.host.workplace import Workplace

NAME = "bubblewrap"
ALWAYS = frozenset(
    {
        Promise.NO_NETWORK,
        Promise.PROJECT_READ_ONLY,
        Promise.HOME_UNREADABLE,
        Promise.PROCESSES_UNSEEN,
        Promise.TOTAL_DISK,
        Promise.NO_ORPHANS,
    }
)


class BubblewrapSandbox:
    def __init__(self, project: Path) -> None:
        """Of the user: bubblewrap is looked up outside of it, whatever is opened later."""
        self._project = project

    @property
    def name(self) -> str:
        return NAME

    @property
    def promises(self) -> frozenset[Promise]:
        return ALWAYS | held_by_the_kernel()

    def obstacle(self) -> Obstacle | None:
        return find_obstacle(self._project)

    def open(
        self, workplace: Workplace, cancel: Cancel | None = None, tell: Tell | None = None
    ) -> Session:
        if obstacle := self.obstacle():
            raise SandboxUnusable(obstacle)
        self.reap()
        scratch = Scratch.create(NAME)
        try:
            return BubblewrapSession(workplace, self._project, scratch, cancel)
        except BaseException:
            scratch.remove()
            raise

    def reap(self) -> list[str]:
        return [scratch.reap() for scratch in abandoned_scratches(NAME)]
