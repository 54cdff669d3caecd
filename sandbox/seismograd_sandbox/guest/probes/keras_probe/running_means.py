"""Losses of single steps out of the running means that Keras shows."""

from __future__ import annotations

from typing import Any

from .losses import Losses
from .parcel import Rows
from .scene import Scene

BATCH = 64


class RunningMeans:
    """Where a step is compiled, the logs are all that can be seen: means since the epoch began."""

    def __init__(self, scene: Scene, losses: Losses) -> None:
        self._scene = scene
        self._losses = losses
        self._waiting: list[tuple[int, int, Any]] = []
        self._batches = 0
        self._mean = 0.0
        self.averaged = True
        """Whether the logs hold means; a training step of the user's may give back anything."""

    def begin_epoch(self) -> None:
        self.send()
        self._scene.post.collect(wait=True)
        self._batches, self._mean = 0, 0.0

    def add(self, step: int, batches: int, loss: Any) -> None:
        """The loss in the logs after so many batches of this epoch."""
        self._waiting.append((step, batches, loss))
        if len(self._waiting) >= BATCH:
            self.send()

    def send(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting:
            parcel = self._scene.post.parcel()
            for index, (_, _, loss) in enumerate(waiting):
                parcel.number(index, loss)
            self._scene.post.send(parcel, lambda rows: self._arrived(waiting, rows))

    def _arrived(self, waiting: list[tuple[int, int, Any]], rows: Rows) -> None:
        values: list[float] = []
        for (_, batches, _), row in zip(waiting, rows.values()):
            mean = row.number
            new = max(batches - self._batches, 1)
            values += [self._single(mean, batches, new)] * new
            self._batches, self._mean = batches, mean
        self._losses.record(waiting[0][0], values)

    def _single(self, mean: float, batches: int, new: int) -> float:
        if not self.averaged:
            return mean
        return (mean * batches - self._mean * (batches - new)) / new
