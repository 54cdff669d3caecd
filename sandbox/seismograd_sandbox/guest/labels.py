"""How targets are written down, and how often each label occurs."""

from __future__ import annotations

from collections import Counter
from typing import Any

MAX_VALUES = 1_000
MAX_CLASSES = 4_096
"""Columns that a one-hot target may have."""
FEWEST = 8
"""Examples of a batch: fewer have the same label by chance."""


class Labels:
    """Counts labels over batches as long as they look like labels."""

    def __init__(self, batch_size: int | None = None) -> None:
        """`batch_size`: of the batches that whole arrays are cut into for the training."""
        self._batch_size = batch_size
        self._counts: Counter[int] = Counter()
        self._too_many = False
        self._batches = 0
        self._alone = 0
        self._changes = 0
        self._last: int | None = None
        self.encoding: str | None = None

    def add(self, numpy: Any, array: Any) -> None:
        if not _has_numbers(array):
            return
        encoding = _encoding(numpy, array)
        if self.encoding is not None and encoding != self.encoding:
            encoding = _common(self.encoding, encoding)
        self.encoding = encoding
        if not self._too_many and encoding != "continuous":
            self._count(numpy, array)

    def of_examples(self, array: Any) -> Any:
        """An array with one label for each example of a batch that was added; None where targets
        are something else."""
        if not _has_numbers(array) or self._too_many:
            return None
        if self.encoding == "one-hot":
            return array.argmax(axis=1)
        is_one_each = self.encoding == "integer" and array.ndim and array.size == len(array)
        return array.reshape(-1) if is_one_each else None

    def fields(self) -> dict[str, Any]:
        countable = self.encoding not in (None, "continuous") and not self._too_many
        counts = sorted(self._counts.items()) if countable else []
        return {
            "encoding": self.encoding,
            "labels": {str(value): count for value, count in counts} or None,
            **(self._fields_of_batches() if counts else {}),
        }

    def _fields_of_batches(self) -> dict[str, Any]:
        if not self._alone:
            return {}
        batches = {"label_batches": self._batches, "one_label_batches": self._alone}
        return {**batches, "label_changes": self._changes}

    def _note_batches(self, labels: Any) -> None:
        size = self._batch_size or len(labels)
        for start in range(0, len(labels), size):
            self._note_batch(labels[start : start + size])

    def _note_batch(self, labels: Any) -> None:
        """Whether all examples of a batch have one label, and another one than those before."""
        if len(labels) < FEWEST:
            return
        self._batches += 1
        first = int(labels.flat[0])
        if (labels == first).all():
            self._alone += 1
            self._changes += self._last is not None and first != self._last
            self._last = first

    def _count(self, numpy: Any, array: Any) -> None:
        labels = array.argmax(axis=1) if self.encoding == "one-hot" else array
        if self.encoding == "multi-hot":
            values, counts = range(array.shape[1]), array.sum(axis=0, dtype="int64")
        else:
            values, counts = numpy.unique(labels, return_counts=True)
            if 1 <= array.ndim <= 2:
                self._note_batches(labels)
        for value, count in zip(values, counts):
            self._counts[int(value)] += int(count)
        if len(self._counts) > MAX_VALUES:
            self._too_many = True
            self._counts.clear()


def _has_numbers(array: Any) -> bool:
    return array.size > 0 and array.dtype.kind in "biuf"


def _encoding(numpy: Any, array: Any) -> str:
    if array.ndim == 2 and 2 <= array.shape[1] <= MAX_CLASSES and _is_binary(array):
        ones = array.sum(axis=1, dtype="int64")
        return "one-hot" if bool((ones == 1).all()) else "multi-hot"
    if array.dtype.kind in "biu" or _is_whole(numpy, array):
        return "integer"
    return "continuous"


def _common(first: str, second: str) -> str:
    """What both pieces are; a piece of a multi-hot target may look one-hot by chance."""
    return "multi-hot" if {first, second} == {"one-hot", "multi-hot"} else "continuous"


def _is_binary(array: Any) -> bool:
    return bool(((array == 0) | (array == 1)).all())


def _is_whole(numpy: Any, array: Any) -> bool:
    return bool(numpy.isfinite(array).all() and (array == numpy.floor(array)).all())
