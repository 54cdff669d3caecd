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


MOST_BESIDE = 200
"""Batches of another network that are compared while the data of one come round already."""
MOST_OTHERS = 16
"""Batches of other networks in a row, after which the first is taken to be trained no more."""


class _Track:
    """The passes of what one network is trained on."""

    def __init__(self) -> None:
        self.passes = Passes()
        self.began = time.perf_counter()
        self.ends: list[tuple[int, float]] = []
        """Steps and time at the ends of passes that were not told yet."""
        self.at = 0
        """Steps before the last batch."""
        self._ended_at = 0
        self.batches = 0

    def add(self, keys: Keys | None, size: int, steps: int) -> bool:
        """Whether the ends of passes may be told."""
        sure = self.passes.length is not None
        self.at = steps
        self.batches += 1
        if self.passes.add(keys, size):
            self.end(steps)
        if self.passes.given_up and not sure:
            self.ends.clear()
        return sure or self.passes.length is not None

    def end(self, steps: int) -> None:
        """A pass without a step is none: some optimisers try a batch several times."""
        if steps > self._ended_at:
            self._ended_at = steps
            self.ends.append((steps, time.perf_counter()))


class Epochs:
    def __init__(self, steps: Callable[[], int], ended: Callable[[int, int, float], None]) -> None:
        """`ended` is given the epoch, the steps so far, and its seconds."""
        self._steps = steps
        self._ended = ended
        self._tracks: dict[int, _Track] = {}
        self._sure: int | None = None
        """The network whose data came round first."""
        self._others = 0
        """Batches of other networks since its last."""
        self._next = 0
        self._verified = 0.0
        self.epoch = 0

    def repeated(self, network: int) -> bool:
        """Whether examples have come round that a network is trained on."""
        track = self._tracks.get(network)
        return track is not None and track.passes.repeated

    def wants_keys(self, network: int) -> bool:
        track = self._tracks.get(network)
        if track is None:
            return True
        if self._sure not in (None, network) and track.batches > MOST_BESIDE:
            return False
        if track.passes.undecided or not track.passes.wants_keys:
            return track.passes.undecided
        due = time.perf_counter() - self._verified >= VERIFIED_EVERY_S
        self._verified = time.perf_counter() if due else self._verified
        return due

    def add(self, network: int, keys: Keys | None, size: int) -> None:
        """A batch that a network is trained on."""
        track = self._track(network)
        is_sure = track.add(keys, size, self._steps())
        self._others = 0 if network == self._sure else self._others + 1
        if self._others > MOST_OTHERS and self._sure is not None:
            self._leave(self._tracks.pop(self._sure, None))
        if is_sure and self._sure in (None, network):
            self._sure, self._others = network, 0
            self._tell(track)

    def finish(self) -> None:
        tracks = [track for network, track in self._tracks.items() if network == self._sure]
        for track in tracks or self._tracks.values():
            if track.passes.confirm():
                track.end(self._steps())
                self._tell(track)
                return

    def _track(self, network: int) -> _Track:
        if network not in self._tracks:
            idle = [number for number in self._tracks if number != self._sure]
            if len(self._tracks) >= MOST_NETWORKS:
                self._tracks.pop(min(idle, key=lambda number: self._tracks[number].at))
            self._tracks[network] = _Track()
        return self._tracks[network]

    def _leave(self, track: _Track | None) -> None:
        """A network that is trained no more: the script has gone on to another."""
        self._sure = None
        if track is not None and track.passes.confirm():
            track.end(track.at + 1)
            self._tell(track)

    def _tell(self, track: _Track) -> None:
        for steps, now in track.ends:
            if self.epoch >= self._next:
                self._ended(self.epoch, steps, now - track.began)
                self._next = max(self._next + 1, int(self._next * GROWTH))
            track.began = now
            self.epoch += 1
        track.ends.clear()
