"""Count, mean, spread and range of numbers that come in pieces."""

from __future__ import annotations

import math
from typing import Any

Sums = tuple[int, Any, Any]
MAX_MEASURED = 1 << 25
"""Elements of one piece that are looked at; of larger ones, every n-th."""


def merged(first: Sums, second: Sums) -> Sums:
    """Count, mean and sum of squared distances from it of two pieces together, by column or not."""
    (count, mean, squares), (more, other, others) = first, second
    total, step = count + more, other - mean
    return total, mean + step * more / total, squares + others + step * step * count * more / total


class Moments:
    """Over finite elements, in double precision; pieces are merged, never kept."""

    def __init__(self) -> None:
        self.count = 0
        self._mean = 0.0
        self._squares = 0.0
        self._low = math.inf
        self._high = -math.inf
        self._nan = 0
        self._infinite = 0
        self._seen = 0

    def add(self, numpy: Any, array: Any) -> None:
        flat = array.reshape(-1)
        flat = flat[:: -(-flat.size // MAX_MEASURED) or 1]
        self._seen += flat.size
        if flat.dtype.kind == "b":
            flat = flat.view("uint8")
        elif flat.dtype.kind == "f":
            flat = self._finite(numpy, flat)
        if flat.size:
            self._merge(flat)

    def fields(self) -> dict[str, Any]:
        if not self._seen:
            return {}
        fields: dict[str, Any] = {"nan": self._nan / self._seen}
        if self._infinite:
            fields["inf"] = self._infinite / self._seen
        if self.count:
            fields.update(min=self._low, max=self._high, mean=self._mean, std=self.spread)
        return fields

    @property
    def spread(self) -> float:
        return math.sqrt(max(self._squares, 0.0) / self.count) if self.count else 0.0

    def _finite(self, numpy: Any, flat: Any) -> Any:
        finite = numpy.isfinite(flat)
        if finite.all():
            return flat
        bad = int(numpy.isnan(flat).sum())
        self._nan += bad
        self._infinite += int(flat.size - finite.sum()) - bad
        return flat[finite]

    def _merge(self, flat: Any) -> None:
        count, mean = int(flat.size), float(flat.mean(dtype="float64"))
        piece = (count, mean, float(flat.var(dtype="float64")) * count)
        self._low = min(self._low, flat.min().item())
        self._high = max(self._high, flat.max().item())
        known = (self.count, self._mean, self._squares)
        self.count, self._mean, self._squares = merged(known, piece)
