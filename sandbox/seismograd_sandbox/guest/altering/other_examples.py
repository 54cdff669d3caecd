"""Whether a network is asked about examples that it was never given to learn from."""

from __future__ import annotations

from collections.abc import Sequence

MOST_KNOWN = 500_000
"""Examples. Beyond them nothing is known any more, and all others count as new."""


class OtherExamples:
    """Examples are known by a number that is made of what they are."""

    def __init__(self) -> None:
        self._known: set[int] = set()
        self._open: list[int] = []
        self._asked = 0

    @property
    def count(self) -> int:
        return self._asked + sum(one not in self._known for one in self._open)

    def asked(self, examples: Sequence[int]) -> None:
        """Without gradients."""
        self._asked += sum(one not in self._known for one in examples)

    def given(self, examples: Sequence[int]) -> None:
        """With gradients: they are learned from, or the script did not care to leave them out."""
        self._asked, self._open = self.count, list(examples)

    def learned(self) -> None:
        """From those that were given last."""
        if len(self._known) < MOST_KNOWN:
            self._known.update(self._open)
            self._open = []
