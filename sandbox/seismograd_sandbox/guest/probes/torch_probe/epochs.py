"""Epochs of loops without a loader, told now and then where there are very many."""

from __future__ import annotations

import time
from collections.abc import Callable

from .example_keys import Keys
from .passes import Passes

GROWTH = 1.05
"""After the first twenty, the distance between epochs that are told grows: some loops have one a
step. Ten thousand make 150 events."""
VERIFIED_EVERY_S = 0.01
MOST_NETWORKS = 3
"""Of those that are trained, it is not known which one is given the data: one is given noise."""


class _Track:
    """The passes of what one network is trained on."""

    def __init__(self) -> None:
        self.passes = Passes()
        self.began = time.perf_counter()
        self.ends: list[tuple[int, float]] = []
        """Steps and time at the ends of passes that were not told yet."""

    def add(self, keys: Keys | None, size: int, steps: int) -> None:
        sure = self.passes.length is not None
        if self.passes.add(keys, size):
            self.ends.append((steps, time.perf_counter()))
        if self.passes.length is None and (sure or not self.passes.is_watching):
            self.ends.clear()


class Epochs:
    def __init__(self, steps: Callable[[], int], ended: Callable[[int, int, float], None]) -> None:
        """`ended` is given the epoch, the steps so far, and its seconds."""
        self._steps = steps
        self._ended = ended
        self._tracks: dict[int, _Track] = {}
        self._sure: int | None = None
        """The network whose data came round first."""
        self._next = 0
        self._verified = 0.0
        self.epoch = 0

    def repeated(self, network: int) -> bool:
        """Whether examples have come round that a network is trained on."""
        track = self._tracks.get(network)
        return track is not None and track.passes.repeated

    def wants_keys(self, network: int) -> bool:
        track = self._tracks.get(network)
        if track is None or self._sure not in (None, network):
            return self._sure is None and len(self._tracks) < MOST_NETWORKS
        if track.passes.undecided or not track.passes.wants_keys:
            return track.passes.undecided
        due = time.perf_counter() - self._verified >= VERIFIED_EVERY_S
        self._verified = time.perf_counter() if due else self._verified
        return due

    def add(self, network: int, keys: Keys | None, size: int) -> None:
        """A batch that a network is trained on."""
        if self._sure not in (None, network):
            return
        if network not in self._tracks and len(self._tracks) == MOST_NETWORKS:
            return
        track = self._tracks.setdefault(network, _Track())
        track.add(keys, size, self._steps())
        if track.passes.length is not None:
            self._sure = network
            self._tell(track)

    def finish(self) -> None:
        sure = self._sure
        for network, track in self._tracks.items():
            if sure in (None, network) and track.passes.confirm():
                track.ends.append((self._steps(), time.perf_counter()))
                self._tell(track)
                return

    def _tell(self, track: _Track) -> None:
        for steps, now in track.ends:
            if self.epoch >= self._next:
                self._ended(self.epoch, steps, now - track.began)
                self._next = max(self._next + 1, int(self._next * GROWTH))
            track.began = now
            self.epoch += 1
        track.ends.clear()
