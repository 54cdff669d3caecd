"""Examples that equal another one of the same pass, and have another label."""

from __future__ import annotations

from collections import defaultdict
from typing import Any


class Contradictions:
    """Keeps the label that each example came with first, and in which batch."""

    def __init__(self) -> None:
        self._first: dict[bytes, tuple[int, int]] = {}
        self._last: list[bytes] = []
        self._batches = 0
        self._seen = 0
        self._other = 0
        self._most = (0, 0)

    def begin_pass(self) -> None:
        """Labels may be made anew for every pass, as those that a network gives itself."""
        self._most = max(self._most, (self._other, self._seen))
        self._first, self._last, self._seen, self._other = {}, [], 0, 0

    def add(self, examples: list[bytes], labels: list[int] | None) -> None:
        """A batch; the same one twice in a row is given to several tasks."""
        last, self._last = self._last, examples
        if labels is None or len(labels) != len(examples) or examples == last:
            return
        self._batches += 1
        self._seen += len(examples)
        again: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for example, label in zip(examples, labels):
            batch, known = self._first.setdefault(example, (self._batches, label))
            again[batch].append((known, label))
        self._other += sum(map(_contradicted, again.values()))

    def fields(self) -> dict[str, Any]:
        other, seen = max(self._most, (self._other, self._seen))
        return {"contradicted": {"examples": other, "of": seen}} if other else {}


def _contradicted(pairs: list[tuple[int, int]]) -> int:
    """Labels of two batches, of the same examples. None contradicts another where each label of one
    is one label of the other: then they number their classes apart, as episodes do."""
    is_renamed = len({*pairs}) == len({known for known, _ in pairs})
    return 0 if is_renamed else sum(known != label for known, label in pairs)
