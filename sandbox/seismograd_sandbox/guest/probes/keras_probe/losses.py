"""Every loss of every step, on its way to the trace in small batches."""

from __future__ import annotations

import time
from typing import Any

from .alarms import Alarms
from .parcel import Rows
from .scene import Scene

BATCH = 64
MAX_DELAY_S = 0.5
"""So that the curve of slow steps can be followed while the run goes on."""


class Losses:
    """Losses stay on their device until there are many of them."""

    def __init__(self, scene: Scene, alarms: Alarms) -> None:
        self._scene = scene
        self._alarms = alarms
        self._waiting: list[Any] = []
        self._penalties: list[Any] = []
        self._first = 0
        self._since = 0.0
        self._computed: Any = None
        self._added: list[Any] = []
        self._differentiated: Any = None
        self._scaled: tuple[Any, Any] | None = None

    def computed(self, loss: Any) -> None:
        """By a model, with its own loss function; that counts more than what follows."""
        if self._scene.backend.is_concrete(loss):
            self._computed = loss

    def added(self, penalty: Any) -> None:
        """To the loss that is being computed."""
        if self._scene.backend.is_concrete(penalty):
            self._added.append(penalty)

    def penalty(self) -> Any:
        """What was added to the loss of the step that is being taken; None for nothing."""
        found = [_scalar(one) for one in self._added]
        return sum(found[1:], found[0]) if found else None

    def scaled(self, loss: Any, product: Any) -> None:
        if product is not loss:
            self._scaled = (product, loss)

    def differentiated(self, root: Any) -> None:
        """By a training loop; a loss that was scaled for its gradients is told as it was."""
        roots = root if isinstance(root, (list, tuple)) else (root,)
        if roots and self._scene.backend.is_concrete(roots[0]):
            product, loss = self._scaled or (None, None)
            self._differentiated = loss if roots[0] is product else roots[0]

    def take(self) -> Any:
        """The loss of the step that is being taken, as a scalar on its device."""
        loss = self._computed if self._computed is not None else self._differentiated
        self.forget()
        return None if loss is None else _scalar(loss)

    def forget(self) -> None:
        self._computed = self._differentiated = self._scaled = None
        self._added = []

    def stepped(self, step: int, loss: Any, penalty: Any = None) -> None:
        if loss is None:
            self.send()
            return
        if not self._waiting:
            self._first, self._since = step, time.perf_counter()
        self._waiting.append(loss)
        self._penalties.append(penalty)
        if len(self._waiting) >= BATCH or time.perf_counter() - self._since > MAX_DELAY_S:
            self.send()

    def send(self) -> None:
        waiting, self._waiting = self._waiting, []
        penalties, self._penalties = self._penalties, []
        if waiting:
            first = self._first
            parcel = self._scene.post.parcel()
            for index, loss in enumerate(waiting):
                parcel.number(index, loss)
            for index, penalty in enumerate(penalties):
                if penalty is not None:
                    parcel.number(("penalty", index), penalty)
            with self._scene.backend.aside():
                self._scene.post.send(parcel, lambda rows: self._arrived(first, rows))

    def _arrived(self, first: int, rows: Rows) -> None:
        values = [row.number for key, row in rows.items() if isinstance(key, int)]
        found = [rows.get(("penalty", index)) for index in range(len(values))]
        penalties = [None if row is None else float(f"{row.number:.7g}") for row in found]
        self.record(first, values, penalties if any(found) else None)

    def record(
        self, first: int, values: list[float], penalties: list[float | None] | None = None
    ) -> None:
        for index, value in enumerate(values):
            self._alarms.loss(first + index, value)
        shortened = [float(f"{value:.7g}") for value in values]
        self._scene.observer.record("losses", first=first, values=shortened, penalties=penalties)


def _scalar(loss: Any) -> Any:
    """A loss without a reduction counts with its mean, as it is often summed up elsewhere."""
    detached = loss.detach() if hasattr(loss, "detach") else loss
    if len(detached.shape) == 0:
        return detached
    return detached.mean() if hasattr(detached, "mean") else None
