"""The sandbox of bubblewrap."""

from __future__ import annotations

from seismograd_sandbox.host.bubblewrap.engine import find_obstacle
from seismograd_sandbox.host.bubblewrap.session import BubblewrapSession
from seismograd_sandbox.host.sandbox import Cancel, Obstacle, Promise, SandboxUnusable, Session
from seismograd_sandbox.host.scratch import Scratch, abandoned_scratches
from seismograd_sandbox.host.workplace import Workplace

NAME = "bubblewrap"


class BubblewrapSandbox:
    @property
    def name(self) -> str:
        return NAME

    @property
    def promises(self) -> frozenset[Promise]:
        return frozenset(
            {
                Promise.NO_NETWORK,
                Promise.PROJECT_READ_ONLY,
                Promise.HOME_UNREADABLE,
                Promise.PROCESSES_UNSEEN,
                Promise.NO_ORPHANS,
            }
        )

    def obstacle(self) -> Obstacle | None:
        return find_obstacle()

    def open(self, workplace: Workplace, cancel: Cancel | None = None) -> Session:
        if obstacle := self.obstacle():
            raise SandboxUnusable(obstacle)
        scratch = Scratch.create(NAME)
        try:
            return BubblewrapSession(workplace, scratch, cancel)
        except BaseException:
            scratch.remove()
            raise

    def reap(self) -> list[str]:
        return [scratch.reap() for scratch in abandoned_scratches(NAME)]
