"""Epochs of loops without a loader, told now and then where there are very many."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..example_keys import Keys
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

    def __init__(self, steps: int) -> None:
        self.passes = Passes()
        self.began = time.perf_counter()
        self.ends: list[tuple[int, float]] = []
        """Steps and time at the ends of passes that were not told yet."""
        self.at = 0
        """Steps before the last batch."""
        self._ended_at = steps
        self._lengths: list[int] = []
        """Of the last passes, in steps."""
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

    @property
    def next_end(self) -> int | None:
        """Where the pass under way ends, in steps, if passes are of the same length."""
        if self.passes.length is None or len(set(self._lengths)) != 1 or len(self._lengths) < 2:
            return None
        return self._ended_at + self._lengths[0]

    def end(self, steps: int) -> None:
        """A pass without a step is none: some optimisers try a batch several times."""
        if steps > self._ended_at:
            self._lengths = [*self._lengths[-1:], steps - self._ended_at]
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
        self._steady: _Track | None = None
        """Whose passes are of a known length: they are counted in steps, without a look."""
        self._next_end = 0
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
        if track is self._steady:
            wants = track.passes.fixed_order and self._steps() >= self._next_end
        else:
            wants = track.passes.wants_keys
        if track.passes.undecided or not wants:
            return track.passes.undecided
        due = time.perf_counter() - self._verified >= VERIFIED_EVERY_S
        self._verified = time.perf_counter() if due else self._verified
        return due

    @property
    def undecided(self) -> bool:
        """Whether every batch has to be looked at."""
        if self._steady is not None:
            return False
        tracks = self._tracks.values()
        return not tracks or any(not track.passes.given_up for track in tracks)

    @property
    def begins_next(self) -> bool:
        """Whether the next batch should be the first of a pass, and is worth a comparison."""
        steady = self._steady
        if steady is None or not steady.passes.fixed_order or self._steps() < self._next_end - 1:
            return False
        return time.perf_counter() - self._verified >= VERIFIED_EVERY_S

    def missed(self) -> None:
        """Batches were not looked at: where a pass begins cannot be said any more."""
        if self._steady is None:
            for track in self._tracks.values():
                track.passes.given_up = True

    def follow(self) -> None:
        """Before a backward pass: whether one of the passes of a known length is over."""
        steady = self._steady
        while steady is not None and self._steps() >= self._next_end:
            steady.end(self._next_end)
            self._tell(steady)
            self._next_end = steady.next_end or self._next_end + 1

    def add(self, network: int, keys: Keys | None, size: int) -> None:
        """A batch that a network is trained on."""
        track = self._track(network)
        if track is self._steady and not self._is_other(track, keys):
            self._others = 0
            return
        is_sure = track.add(keys, size, self._steps())
        self._others = 0 if network == self._sure else self._others + 1
        if self._others > MOST_OTHERS and self._sure is not None:
            self._leave(self._tracks.pop(self._sure, None))
        if is_sure and self._sure in (None, network):
            self._sure, self._others = network, 0
            self._tell(track)
            self._settle(track)

    def _is_other(self, track: _Track, keys: Keys | None) -> bool:
        """Whether a pass begins with another batch than those before: they are other data."""
        if self._steps() < self._next_end or not track.passes.fixed_order or keys is None:
            return False
        if track.passes.begins_with(keys):
            return False
        track.end(self._next_end)
        self._tell(track)
        track.passes = Passes()
        self._steady = None
        return True

    def _settle(self, track: _Track) -> None:
        end = track.next_end
        self._steady = track if end is not None else None
        self._next_end = end or 0

    def finish(self) -> None:
        if self._steady is not None:
            self.follow()
            return
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
            self._tracks[network] = _Track(self._steps())
        return self._tracks[network]

    def _leave(self, track: _Track | None) -> None:
        """A network that is trained no more: the script has gone on to another."""
        self._sure = self._steady = None
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
