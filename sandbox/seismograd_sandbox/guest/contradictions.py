"""Examples with the same inputs as an earlier one of the same pass, but a different label."""

from __future__ import annotations

from collections import defaultdict
from typing import Any


class Contradictions:
    """Keeps the label that each example came with first, and in which batch."""

    def __init__(self) -> None:
        self._first: dict[int, tuple[int, float]] = {}
        self._last_batch: list[int] = []
        self._batches = 0
        self._examples = 0
        self._contradicted = 0
        self._worst_pass = (0, 0)

    def begin_pass(self) -> None:
        """Labels may be made anew for every pass, as those that a network gives itself."""
        self._worst_pass = max(self._worst_pass, (self._contradicted, self._examples))
        self._first, self._last_batch, self._examples, self._contradicted = {}, [], 0, 0

    def add(self, examples: list[int], labels: Any) -> None:
        """A batch: hashes, and an array of labels or None.

        The same batch twice in a row is given to several tasks, and contradicts nothing.
        """
        last, self._last_batch = self._last_batch, examples
        if labels is None or len(labels) != len(examples) or examples == last:
            return
        self._batches += 1
        self._examples += len(examples)
        by_first_batch: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for example, label in zip(examples, labels.tolist()):
            batch, known = self._first.setdefault(example, (self._batches, label))
            by_first_batch[batch].append((known, label))
        self._contradicted += sum(map(_count_contradicted, by_first_batch.values()))

    def fields(self) -> dict[str, Any]:
        contradicted, examples = max(self._worst_pass, (self._contradicted, self._examples))
        return {"contradicted": {"examples": contradicted, "of": examples}} if contradicted else {}


def _count_contradicted(labels: list[tuple[float, float]]) -> int:
    """`labels`: of the same examples in an earlier batch and in this one.

    Zero where each earlier label is always the same label now: then the two batches number their
    classes differently, as episodes of few-shot learning do.
    """
    is_renumbered = len({*labels}) == len({known for known, _ in labels})
    return 0 if is_renumbered else sum(known != label for known, label in labels)
