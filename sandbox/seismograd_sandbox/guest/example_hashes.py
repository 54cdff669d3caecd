"""A hash of every example of a set, and how often examples repeat within one pass over it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .contradictions import Contradictions

MAX_HASHED_EXAMPLES = 200_000
MAX_HASHED_BYTES = 1 << 28
"""Over all batches of a set: about a tenth of a second."""
MOST_ROWS = 512
"""Of a batch, where it is looked at whether values are categories."""
MOST_CATEGORIES = 16
"""Of one example: ids, counts, short texts. A digit of 8 by 8 pixels has twice as many."""
ROWS_A_VALUE = 8
"""Scaled categories: each value comes that often in a batch. Measured numbers hardly repeat."""
FEWEST = 256
"""Examples of a part of a pass that tell how often they repeat in all of it."""


class ExampleHashes:
    def __init__(self) -> None:
        self.all: set[int] = set()
        self._hashed_bytes = 0
        self._in_pass: set[int] = set()
        self._once: set[int] = set()
        self._count = 0
        self._repeated = 0.0
        self._categorical: bool | None = None
        self._contradictions = Contradictions()

    def add(self, numpy: Any, rows: list[Any], labels: Any = None) -> None:
        """The inputs of some examples: an example is all of them together.

        `labels`: an array with the label of each, where they have one.
        """
        length = min(_length(row) for row in rows)
        if self._categorical is not False and length:
            self._categorical = _are_categories(numpy, rows)
        hashed: list[int] = []
        for example in self._hashed(rows, length):
            self._note(example)  # before the next is hashed: it counts towards the limit
            hashed.append(example)
        self._contradictions.add(hashed, labels if len(hashed) == length else None)

    def _hashed(self, rows: list[Any], length: int) -> Iterator[int]:
        """Of the examples, as far as there is room."""
        for at in range(length):
            if len(self.all) >= MAX_HASHED_EXAMPLES or self._hashed_bytes >= MAX_HASHED_BYTES:
                return
            content = [row[at : at + 1].tobytes() for row in rows]
            self._hashed_bytes += sum(map(len, content))
            yield hash(tuple(content))  # compared in this process only, and far the quickest

    def begin_pass(self) -> None:
        """The same examples come again from here on."""
        self._contradictions.begin_pass()
        self._repeated = self.repeated
        self._in_pass, self._once, self._count = set(), set(), 0

    @property
    def repeated(self) -> float:
        """The chance of an example to equal another one of all that were hashed."""
        others = len(self.all) / max(1, len(self._in_pass))
        if not self._count or (self._count < FEWEST and others > 1.0):
            return self._repeated
        here = 1.0 - len(self._once) / self._count
        # A part of a pass has fewer others to be equal to.
        return float(max(self._repeated, 1.0 - (1.0 - here) ** others))

    def fields(self) -> dict[str, Any]:
        return {
            "hashes": len(self.all) or None,
            "repeated": round(self.repeated, 4) or None,
            "categorical": self._categorical or None,
            **self._contradictions.fields(),
        }

    def _note(self, example: int) -> None:
        self.all.add(example)
        self._count += 1
        if example in self._in_pass:
            self._once.discard(example)
        else:
            self._in_pass.add(example)
            self._once.add(example)


def _are_categories(numpy: Any, rows: list[Any]) -> bool:
    """Whether examples are a few ids, classes or counts, which equal each other by chance.

    So does an example that is a single number, whatever it measures.
    """
    if len(rows) == 1 and rows[0][:1].size == 1:
        return True
    counts = [_categories_in(numpy, row[:MOST_ROWS]) for row in rows]
    return all(count is not None for count in counts) and sum(filter(None, counts)) <= (
        MOST_CATEGORIES
    )


def _categories_in(numpy: Any, array: Any) -> float | None:
    """For each example; None where the values are measured numbers."""
    flat = array.reshape(len(array), -1)
    if flat.dtype.kind not in "biuf":
        return float(flat.shape[1])
    if flat.dtype.kind != "f" or bool((flat == numpy.floor(flat)).all()):
        return float(numpy.count_nonzero(flat)) / len(flat)  # one category in a one-hot row
    if flat.shape[1] > MOST_CATEGORIES:
        return None
    return float(flat.shape[1]) if numpy.unique(flat).size * ROWS_A_VALUE <= len(flat) else None


def _length(array: Any) -> int:
    return int(array.shape[0]) if array.ndim else 0
