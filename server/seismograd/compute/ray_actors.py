"""Actors of a Ray cluster, each with a sandbox of its own, that take one trial after the other."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from queue import Empty, LifoQueue
from typing import Any

from seismograd import __version__
from seismograd.cancellation import Cancellation
from seismograd.compute.compute import ComputeUnavailable
from seismograd.compute.node_runner import NodeRunner
from seismograd.compute.node_setup import NodeSetup
from seismograd_sandbox.host.closing import Closing
from seismograd_sandbox.host.sandbox import Obstacle

LOOK_S = 0.5
NO_ROOM_S = 300.0
"""Without a free CPU; clusters that grow on demand take a few minutes to do so."""
CLOSE_S = 20.0


class RayActors(Closing):
    """They start when they are first needed, and are kept. Threads may share it."""

    def __init__(
        self,
        ray: Any,
        options: Mapping[str, object],
        setup: NodeSetup,
        archive: bytes,
        cancel: Cancellation,
    ) -> None:
        """`options`: what Ray reserves for each. The archive is stored once on every node."""
        self._ray = ray
        self._kind = ray.remote(NodeRunner).options(**options)
        self._setup = setup
        self._archive = ray.put(archive)
        self._cancel = cancel
        self._idle: LifoQueue[Any] = LifoQueue()
        self._actors: list[Any] = []
        self._busy: set[Any] = set()
        self._lock = threading.Lock()

    def take(self) -> Any:
        """One that is idle, or a new one; None where somebody cancels."""
        try:
            actor = self._idle.get_nowait()
        except Empty:
            actor = self._started()
        with self._lock:
            self._busy.add(actor)
        return actor

    def give_back(self, actor: Any) -> None:
        with self._lock:
            self._busy.discard(actor)
        self._idle.put(actor)

    def discard(self, actor: Any) -> None:
        with self._lock:
            self._busy.discard(actor)
            self._actors.remove(actor)
        self._ray.kill(actor)

    def _started(self) -> Any:
        """A new one; or one that has become idle before Ray found room for it."""
        actor = self._kind.remote()
        with self._lock:
            self._actors.append(actor)
        try:
            chosen = self._wait_for(actor)
        except BaseException:
            self.discard(actor)
            raise
        if chosen is not actor:
            self.discard(actor)
        return chosen

    def _wait_for(self, actor: Any) -> Any:
        opened = actor.open.remote(__version__, self._setup, self._archive)
        started = time.monotonic()
        while not self._ray.wait([opened], timeout=LOOK_S)[0]:
            if self._cancel:
                return None
            with suppress(Empty):
                return self._idle.get_nowait()
            self._require_room(started)
        obstacle: Obstacle | None = self._ray.get(opened)
        if obstacle is not None:
            raise ComputeUnavailable(obstacle)
        return actor

    def _require_room(self, started: float) -> None:
        """Trials that run make room when they end."""
        if not self._busy and time.monotonic() - started > NO_ROOM_S:
            reason = f"no node of the Ray cluster had room for a training in {NO_ROOM_S:.0f} s"
            raise ComputeUnavailable(Obstacle(reason, "`ray status` shows what is in use"))

    def close(self) -> None:
        """Each removes what it has on its node; one that does not answer is ended anyway."""
        closing = [actor.close.remote() for actor in self._actors]
        if closing:
            self._ray.wait(closing, num_returns=len(closing), timeout=CLOSE_S)
        for actor in self._actors:
            self._ray.kill(actor)
