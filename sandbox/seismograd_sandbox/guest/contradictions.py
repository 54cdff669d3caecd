"""Examples that equal another one of the same pass, and have another label."""

from __future__ import annotations

from typing import Any


class Contradictions:
    """Keeps the label that each example came with first."""

    def __init__(self) -> None:
        self._labels: dict[bytes, int] = {}
        self._last: list[bytes] = []
        self._seen = 0
        self._other = 0
        self._most = (0, 0)

    def begin_pass(self) -> None:
        """Labels may be made anew for every pass, as those that a network gives itself."""
        self._most = max(self._most, (self._other, self._seen))
        self._labels, self._last, self._seen, self._other = {}, [], 0, 0

    def add(self, examples: list[bytes], labels: list[int] | None) -> None:
        """A batch; the same one twice in a row is given to several tasks."""
        last, self._last = self._last, examples
        if labels is None or len(labels) != len(examples) or examples == last:
            return
        for example, label in zip(examples, labels):
            known = self._labels.setdefault(example, label)
            self._other += known != label
            self._seen += 1

    def fields(self) -> dict[str, Any]:
        other, seen = max(self._most, (self._other, self._seen))
        return {"contradicted": {"examples": other, "of": seen}} if other else {}
