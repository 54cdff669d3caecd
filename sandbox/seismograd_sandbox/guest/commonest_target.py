"""How much of the targets is one and the same value: no demand, no rain, an empty pixel."""

from __future__ import annotations

from typing import Any

MOST_ELEMENTS = 1 << 16
"""Of one batch that are looked at; of larger ones, every n-th. Less than a millisecond."""
FEWEST = 8
"""Targets of the first batch, which says what value is counted."""
MOST = 0.5
"""Of all targets: from there on, the value is their median."""


class CommonestTarget:
    """Counts the value that is the most frequent one of the first batch."""

    def __init__(self) -> None:
        self._value: float | None = None
        self._count = 0
        self._equal = 0
        self._distance = 0.0

    def add(self, numpy: Any, targets: Any) -> None:
        if targets.dtype.kind not in "iuf" or targets.size < FEWEST:
            return
        flat = targets.reshape(-1)[:: -(-targets.size // MOST_ELEMENTS)]
        if self._value is None:
            values, counts = numpy.unique(flat, return_counts=True)
            self._value = float(values[counts.argmax()])
        distances = numpy.abs(flat.astype("float64") - self._value)
        self._count += flat.size
        self._equal += int((distances == 0).sum())
        self._distance += float(distances.sum())

    def fields(self) -> dict[str, Any]:
        """Nothing where it is less than half, or where a target is no number."""
        if not self._count or self._equal < MOST * self._count or not self._distance < float("inf"):
            return {}
        share, distance = self._equal / self._count, self._distance / self._count
        return {"commonest": {"value": self._value, "share": share, "distance": distance}}
