"""Suggestions with ascending keys; the same values never twice."""

from __future__ import annotations

from collections.abc import Callable

from seismograd.repair.parameter import as_text
from seismograd.repair.search.strategy import SearchSpace, Suggestion
from seismograd.repair.search.values import Values, changed_values

ATTEMPTS = 200
"""Random draws before a space counts as exhausted: one value left of 40 is missed once in 160."""


class UniqueSuggestions:
    def __init__(self, space: SearchSpace) -> None:
        self._space = space
        # No change at all is the baseline, which has been measured.
        self._seen: set[frozenset[tuple[str, str]]] = {frozenset()}
        self._next_key = 0

    def new(self, values: Values) -> Suggestion | None:
        """None where these values were suggested before, or change nothing."""
        clean = changed_values(self._space, values)
        identity = frozenset((name, as_text(value)) for name, value in clean.items())
        if identity in self._seen:
            return None
        self._seen.add(identity)
        self._next_key += 1
        return Suggestion(clean, self._next_key - 1)

    def draw(self, values: Callable[[], Values]) -> Suggestion | None:
        """The first new one of several draws."""
        found = (self.new(values()) for _ in range(ATTEMPTS))
        return next((suggestion for suggestion in found if suggestion is not None), None)
