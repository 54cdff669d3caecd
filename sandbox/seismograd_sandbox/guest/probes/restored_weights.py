"""Weights that a script puts into a network once it has trained: mostly the best it had."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..observer import Observer
from .wrapping import preceded

MOST = 200
"""Some copy the weights of a network after every step."""


class RestoredWeights:
    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._told = 0
        self._step = 0

    def around(self, guard: Callable[..., Any]) -> Callable[[Any], Any]:
        """For a function that puts weights into a network, whatever it is given."""
        note = guard(self._note)
        return preceded(lambda *_, **__: note())

    def _note(self) -> None:
        """Once between two steps: several networks are often put back together."""
        observer = self._observer
        if observer.steps == self._step or self._told == MOST:
            return
        self._step = observer.steps
        self._told += 1
        observer.record("restored", step=observer.steps, place=observer.places.caller())
