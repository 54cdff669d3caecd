"""How fast this machine is now, by trials that have next to nothing to do."""

from __future__ import annotations

from collections import deque

USUAL_S = 0.1
"""What such a trial takes on a machine that does nothing else."""
MOST_PATIENT = 6.0
REMEMBERED = 3


class Pace:
    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=REMEMBERED)

    @property
    def is_known(self) -> bool:
        return bool(self._seconds)

    def note(self, seconds: float) -> None:
        self._seconds.append(seconds)

    def stretched(self, limit_s: float) -> float:
        """A limit for a machine at the usual pace, as it has to be on this one: never less."""
        slowness = max(self._seconds, default=USUAL_S) / USUAL_S
        return limit_s * min(max(slowness, 1.0), MOST_PATIENT)
