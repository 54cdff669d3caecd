"""How often the same inputs are given in an evaluation.

A network that is asked the same again and again in training mode is meant to answer at random:
the spread of its answers tells how certain it is.
"""

from __future__ import annotations

from typing import Any

from .example_keys import example_keys

MOST_ROWS = 4_096
"""Of one call."""
MOST_CALLS = 1_000
MOST_KEPT = 20_000
"""Inputs that are followed; of others, nobody knows whether they come again."""


class RepeatedInputs:
    def __init__(self) -> None:
        self._keys: set[Any] = set()
        self._given = 0
        self._calls = 0

    def add(self, tensor: Any) -> None:
        if self._calls >= MOST_CALLS or tensor.dim() == 0:
            return
        self._calls += 1
        for key in example_keys([tensor.detach()[:MOST_ROWS]]) or ():
            if len(self._keys) < MOST_KEPT:
                self._keys.add(key)
            self._given += key in self._keys

    def times(self) -> float | None:
        """How often each input was given, on average; None where none was looked at."""
        return round(self._given / len(self._keys), 3) if self._keys else None
