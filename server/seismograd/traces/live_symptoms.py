"""Symptoms of a run that goes on: looked for now and then, and never for long."""

from __future__ import annotations

import time
from collections.abc import Callable

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom
from seismograd.traces.symptoms import find_symptoms

EVERY_S = 1.0
SHARE = 0.05
"""Of the time: a look that takes long is followed by a longer pause."""


class LiveSymptoms:
    """Each kind of symptom once, without those that are hints only."""

    def __init__(
        self,
        history: RunHistory,
        clock: Callable[[], float] = time.monotonic,
        every_s: float = EVERY_S,
    ) -> None:
        self._history = history
        self._clock = clock
        self._every_s = every_s
        self._next = 0.0
        self.found: tuple[Symptom, ...] = ()

    def refresh(self) -> tuple[Symptom, ...]:
        """What the run shows, as of the last look."""
        begin = self._clock()
        if begin >= self._next:
            first: dict[str, Symptom] = {}
            for symptom in find_symptoms(self._history):
                if symptom.severity.is_alarm:
                    first.setdefault(symptom.name, symptom)
            self.found = tuple(first.values())
            end = self._clock()
            self._next = end + max(self._every_s, (end - begin) / SHARE)
        return self.found
