"""Fewer statements, then smaller sizes, as long as everything that made it a reproduction holds."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.shrink.dependence import has_influence, needed_names
from seismograd.reproduce.shrink.statements import (
    Number,
    Path,
    at,
    prints_a_value,
    removable,
    sizes,
    smaller_values,
    with_value,
    without,
)
from seismograd.reproduce.validate.script_names import names_of, undefined_names

Item = TypeVar("Item")


def reduced(items: Sequence[Item], holds: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """A smaller list for which the test holds; no single item of it can be left out.

    The test is known to hold for the whole.
    """
    kept = list(items)
    pieces = 2
    while len(kept) >= 1 and pieces <= 2 * len(kept):
        size = max(1, len(kept) // pieces)
        smaller = _without_one_piece(kept, size, holds)
        if smaller is not None:
            kept, pieces = smaller, max(2, pieces - 1)
        elif size == 1:
            break
        else:
            pieces = min(2 * pieces, len(kept))
    return kept


def _without_one_piece(
    items: list[Item], size: int, holds: Callable[[Sequence[Item]], bool]
) -> list[Item] | None:
    """From the end: what comes late in a script depends on the rest, not the rest on it."""
    for start in range(len(items) - size, -1, -size):
        rest = items[:start] + items[start + size :]
        if holds(rest):
            return rest
    return None


Holds = Callable[[Candidate], bool]


@dataclass(slots=True)
class Shrinking:
    """`holds` runs the script, so its answers are remembered; after `seconds` the best is taken."""

    holds: Holds
    seconds: float = 20.0
    kept: Collection[int] = ()
    """Numbers that mean something to whoever reads the script."""
    is_measured: bool = False
    """Whether the script measures something: without what that depends on, or with smaller sizes
    and fewer steps, it would be another thing."""

    def shrink(self, candidate: Candidate) -> Candidate:
        deadline = time.monotonic() + self.seconds
        known: dict[str, bool] = {}

        def still_holds(source: str) -> bool:
            if source not in known:
                late = time.monotonic() > deadline or _lacks_names(source)
                known[source] = not late and self.holds(replace(candidate, source=source))
            return known[source]

        names = {switch.name for switch in candidate.switches}
        source = self._with_fewer_statements(candidate.source, names, still_holds)
        if not self.is_measured:
            source = self._with_smaller_sizes(source, names, still_holds)
        return replace(candidate, source=source)

    def _with_fewer_statements(
        self, source: str, names: Collection[str], holds: Callable[[str], bool]
    ) -> str:
        plain = without(source, ())
        if not holds(plain):
            return source
        paths = self._dispensable(ast.parse(plain), names)

        def kept_enough(kept: Sequence[Path]) -> bool:
            return holds(without(plain, set(paths) - set(kept)))

        kept: list[Path] = reduced(paths, kept_enough)
        return without(plain, set(paths) - set(kept))

    def _dispensable(self, tree: ast.Module, switches: Collection[str]) -> list[Path]:
        paths = removable(tree, switches)
        if not self.is_measured:
            return paths
        needed = needed_names(tree) | set(switches)
        found = ((path, at(tree, path)) for path in paths)
        return [
            path
            for path, statement in found
            if not has_influence(statement, needed) and not prints_a_value(statement)
        ]

    def _with_smaller_sizes(
        self, source: str, names: Collection[str], holds: Callable[[str], bool]
    ) -> str:
        for position in range(len(sizes(source, self.kept, names))):
            numbers = sizes(source, self.kept, names)
            if position >= len(numbers):
                break
            source = _with_smaller(source, numbers[position], holds)
        return source


def _with_smaller(source: str, number: Number, holds: Callable[[str], bool]) -> str:
    for value in smaller_values(number.value):
        changed = with_value(source, number, value)
        if holds(changed):
            return changed
    return source


def _lacks_names(source: str) -> bool:
    """Whether something is gone that is still used: that needs no run to be seen."""
    return bool(undefined_names(source, names_of(ast.parse(source))))
