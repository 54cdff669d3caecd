"""Where a run of `fit`, `evaluate` or `predict` is at the moment."""

from __future__ import annotations

from typing import Any


class Progress:
    def __init__(self) -> None:
        self._activities: list[str] = []
        self.model: Any = None
        self.epoch: int | None = None
        self.batch: int | None = None
        """Examples in a batch."""

    @property
    def activity(self) -> str | None:
        """`train`, `test` or `predict`; validation is a test inside of a training."""
        return self._activities[-1] if self._activities else None

    @property
    def depth(self) -> int:
        return len(self._activities)

    def enter(self, activity: str) -> None:
        self._activities.append(activity)

    def leave(self) -> None:
        if self._activities:
            self._activities.pop()

    def back_to(self, depth: int) -> None:
        """Whatever was under way has ended, in its own way or by an error."""
        del self._activities[depth:]
        if depth == 0:
            self.model = self.epoch = self.batch = None
