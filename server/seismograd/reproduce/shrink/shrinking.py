"""Fewer statements, then smaller sizes, as long as everything that made it a reproduction holds."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.shrink.numbers import sizes, smaller_values, with_value
from seismograd.reproduce.shrink.reduction import reduced
from seismograd.reproduce.shrink.statements import Path, removable, without

Holds = Callable[[Candidate], bool]


@dataclass(slots=True)
class Shrinking:
    """`holds` runs the script, so its answers are remembered; after `seconds` the best is taken."""

    holds: Holds
    seconds: float = 60.0

    def shrink(self, candidate: Candidate) -> Candidate:
        deadline = time.monotonic() + self.seconds
        known: dict[str, bool] = {}

        def still_holds(source: str) -> bool:
            if source not in known:
                late = time.monotonic() > deadline
                known[source] = not late and self.holds(replace(candidate, source=source))
            return known[source]

        source = self._with_fewer_statements(candidate.source, still_holds)
        source = self._with_smaller_sizes(source, still_holds)
        return replace(candidate, source=source)

    def _with_fewer_statements(self, source: str, holds: Callable[[str], bool]) -> str:
        plain = without(source, ())
        if not holds(plain):
            return source
        paths = removable(ast.parse(plain))

        def kept_enough(kept: Sequence[Path]) -> bool:
            return holds(without(plain, set(paths) - set(kept)))

        kept: list[Path] = reduced(paths, kept_enough)
        return without(plain, set(paths) - set(kept))

    def _with_smaller_sizes(self, source: str, holds: Callable[[str], bool]) -> str:
        for position in range(len(sizes(source))):
            numbers = sizes(source)
            if position >= len(numbers):
                break
            source = self._smallest(source, position, holds)
        return source

    def _smallest(self, source: str, position: int, holds: Callable[[str], bool]) -> str:
        number = sizes(source)[position]
        for value in smaller_values(number.value):
            changed = with_value(source, number, value)
            if holds(changed):
                return changed
        return source
