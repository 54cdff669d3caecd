"""A mutation operator: one change of a healthy program that makes it a faulty one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from seismograd.faults import FaultType
from tests.calibration.operators.source import Edit, Source

Change = Callable[[Source], Sequence[Edit] | None]


class Effect(StrEnum):
    LOWERS_QUALITY = "lowers quality"
    """Kept where runs show it."""
    HIDDEN = "hidden"
    """What is printed does not get worse: more memory, a metric that flatters. Kept as it is."""


@dataclass(frozen=True, slots=True)
class Operator:
    name: str
    fault_type: FaultType
    change: Change
    """Nothing where the program has no place for the fault."""
    alternatives: tuple[FaultType, ...] = ()
    """Other changes that would repair the mutant as well."""
    effect: Effect = Effect.LOWERS_QUALITY
    causes: tuple[str, ...] = ()
    """Names of the hypotheses that describe it; none where none does."""


@dataclass(frozen=True, slots=True)
class Mutant:
    source: str
    lines: tuple[int, ...]
    """Those that were changed; for a line that was removed, the one in its place."""


def mutate(text: str, operator: Operator) -> Mutant | None:
    """None where the operator finds nothing to change."""
    edits = operator.change(_parsed(text))
    if not edits:
        return None
    mutant = _apply(text, sorted(edits, key=lambda edit: edit.start))
    return mutant if mutant.source != text else None


@lru_cache(maxsize=64)
def _parsed(text: str) -> Source:
    return Source(text)


def _apply(text: str, edits: Sequence[Edit]) -> Mutant:
    parts, lines, done = [], set[int](), 0
    for edit in edits:
        parts += [text[done : edit.start], edit.text]
        first = sum(part.count("\n") for part in parts[:-1]) + 1
        lines.update(range(first, first + max(1, len(edit.text.splitlines()))))
        done = edit.end
    return Mutant("".join([*parts, text[done:]]), tuple(sorted(lines)))
