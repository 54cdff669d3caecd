"""Whether a batch repeats most of one before it, moved by some rows, within one pass over the data.

Examples that are drawn with replacement come again anywhere; here whole stretches come again in
their order, which no draw does. What is made of the inputs anew each time (scaled, with noise) is
known by its targets, as far as these are no row of equal ones. Windows of a series share values,
but each is an example of its own.
"""

from __future__ import annotations

from math import gcd
from typing import Any

MOST_PAIRS = 24
"""Of batches of a set, after which all is known: about 20 milliseconds."""
MOST_WITHOUT = 12
"""As long as none repeats another one."""
MOST_ROWS = 512
"""Of a batch; larger ones are not looked at."""
FEWEST = 8
"""Examples that two batches have in common."""
FEWEST_BY_TARGETS = 16
"""Of them, where their inputs are alike and no more."""
SMALLEST_PART = 0.25
"""Of a batch that another one repeats."""
MOST_OF_ONE = 0.7
"""Of the targets that are one and the same: by those, examples are not known."""
ALIKE = 0.9
"""The correlation of an input with the one that it was made of."""
MOST_UNLIKE = 0.1
"""Of the examples whose input is more like another one, by chance."""
POINTS = 256
"""Of an input that are compared."""


class OverlappingBatches:
    """Of one set of data."""

    def __init__(self) -> None:
        self._last: _Batch | None = None
        self._pairs = 0
        self._shifts: list[int] = []
        self._rows = 0

    def begin_pass(self) -> None:
        """The same examples come again from here on."""
        self._last = None

    def add(self, numpy: Any, inputs: list[Any], targets: list[Any]) -> None:
        """A batch, as NumPy sees it."""
        if self._pairs >= (MOST_PAIRS if self._shifts else MOST_WITHOUT):
            self._last = None
            return
        batch = _Batch(numpy, inputs, targets) if _is_usable(inputs, targets) else None
        before, self._last = self._last, batch
        if batch is not None and before is not None and len(before.targets) == len(batch.targets):
            shift = _shift(numpy, before, batch)
            self._pairs += 1
            self._rows = len(batch.targets)
            self._shifts += [shift] if shift else []

    def fields(self) -> dict[str, Any]:
        if not self._shifts:
            return {}
        return {
            "overlapping": {
                "pairs": self._pairs,
                "moved": len(self._shifts),
                "forward": sum(shift > 0 for shift in self._shifts),
                "stride": gcd(*self._shifts),
                "rows": self._rows,
            }
        }


class _Batch:
    def __init__(self, numpy: Any, inputs: list[Any], targets: list[Any]) -> None:
        given, wanted = [_some(array) for array in inputs], [_some(array) for array in targets]
        self.examples = _names(numpy, given + wanted)
        self.targets = _names(numpy, wanted or given)
        self.are_distinct = len(numpy.unique(self.examples)) == len(self.examples)
        self.points = _points(numpy, given)


def _is_usable(inputs: list[Any], targets: list[Any]) -> bool:
    arrays = [*inputs, *targets]
    if not inputs or any(array is None or not array.ndim for array in arrays):
        return False
    return len({len(array) for array in arrays}) == 1 and FEWEST < len(inputs[0]) <= MOST_ROWS


def _some(array: Any) -> Any:
    """A few values of each row."""
    flat = array.reshape(len(array), -1)
    return flat[:, :: max(1, flat.shape[1] // POINTS)]


def _names(numpy: Any, arrays: list[Any]) -> Any:
    """A number for each row, equal where the row is."""
    rows = range(len(arrays[0]))
    return numpy.array([hash(tuple(array[at].tobytes() for array in arrays)) for at in rows])


def _points(numpy: Any, inputs: list[Any]) -> Any:
    """Rows with a mean of 0 and a length of 1; None where they are no numbers."""
    if any(array.dtype.kind not in "biuf" for array in inputs):
        return None
    values = numpy.concatenate(inputs, axis=1).astype("float32")
    values = values - values.mean(axis=1, keepdims=True)
    return values / numpy.maximum(numpy.linalg.norm(values, axis=1, keepdims=True), 1e-12)


def _shift(numpy: Any, before: _Batch, batch: _Batch) -> int | None:
    """By how many rows the later batch begins after the earlier one, where they share the rest."""
    if not (before.are_distinct and batch.are_distinct):
        return None  # data that was repeated before
    found = _shifts(numpy, before.examples, batch.examples)
    if found:
        return found[0]
    found = _shifts(numpy, before.targets, batch.targets)
    is_known = len(found) == 1 and _are_made_of(numpy, before, batch, found[0])
    return found[0] if is_known else None


def _shifts(numpy: Any, before: Any, batch: Any) -> list[int]:
    """All that make the end of one batch the beginning of the other; none where they are equal."""
    least, length = max(FEWEST, SMALLEST_PART * len(batch)), len(batch)
    forward = [int(at) for at in numpy.flatnonzero(before == batch[0])]
    back = [-int(at) for at in numpy.flatnonzero(batch == before[0])]
    near = [shift for shift in forward + back if shift and length - abs(shift) >= least]
    return [shift for shift in near if _all_equal(*_common(before, batch, shift))]


def _all_equal(before: Any, batch: Any) -> bool:
    return bool((before == batch).all())


def _common(before: Any, batch: Any, shift: int) -> tuple[Any, Any]:
    """The rows that two batches share."""
    if shift < 0:
        return before[: len(before) + shift], batch[-shift:]
    return before[shift:], batch[: len(batch) - shift]


def _are_made_of(numpy: Any, before: _Batch, batch: _Batch, shift: int) -> bool:
    """Whether each input is like the one with its target, and less like all others."""
    targets = _common(before.targets, batch.targets, shift)[0]
    largest = numpy.unique(targets, return_counts=True)[1].max() / len(targets)
    if len(targets) < FEWEST_BY_TARGETS or largest > MOST_OF_ONE:
        return False
    if before.points is None or batch.points is None or before.points.shape != batch.points.shape:
        return False
    old, new = _common(before.points, batch.points, shift)
    like = new @ old.T
    own = numpy.diagonal(like)
    unlike = (own < ALIKE) | (own < like.max(axis=1))
    return bool(unlike.mean() <= MOST_UNLIKE)
