"""How far the columns of a table are from a mean of 0 and a deviation of 1."""

from __future__ import annotations

from typing import Any

from .moments import Sums, merged

MOST_COLUMNS = 256
MOST_NUMBERS = 1 << 22
"""Of a piece: it is gone through once more."""


class Columns:
    """Of a table of real numbers that comes in pieces, in double precision."""

    def __init__(self) -> None:
        self._sums: Sums | None = None
        self._fits = True

    def add(self, numpy: Any, array: Any) -> None:
        self._fits = self._fits and self._is_table(numpy, array)
        if not self._fits or not len(array):
            return
        squares = array.var(axis=0, dtype="float64") * len(array)
        piece = (len(array), array.mean(axis=0, dtype="float64"), squares)
        self._sums = piece if self._sums is None else merged(self._sums, piece)

    def fields(self) -> dict[str, float]:
        """The largest distance of a mean from 0 or of a deviation from 1, without constants."""
        if not self._fits or self._sums is None:
            return {}
        count, mean, squares = self._sums
        deviations = (squares / count) ** 0.5
        varied = deviations > 0
        if not varied.any():
            return {}
        means, spreads = abs(mean[varied]), abs(deviations[varied] - 1)
        return {"unlike_standard": float(f"{max(means.max(), spreads.max()):.3g}")}

    def _is_table(self, numpy: Any, array: Any) -> bool:
        if array.ndim != 2 or array.dtype.kind != "f" or array.size > MOST_NUMBERS:
            return False
        is_same = self._sums is None or array.shape[1] == len(self._sums[1])
        return is_same and array.shape[1] <= MOST_COLUMNS and bool(numpy.isfinite(array).all())
