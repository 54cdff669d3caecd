"""What a control is, and when it holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from seismograd.reproduce.candidate import Candidate, Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.laboratory import Laboratory
from seismograd.reproduce.observation import Observation


class ControlKind(StrEnum):
    FIXED_COMMIT = "fixed-commit"
    VARIANT = "variant"
    PATCHED_LINE = "patched-line"


@dataclass(frozen=True, slots=True)
class Trial:
    """A control that can be tried: a script, and the tree it runs in."""

    kind: ControlKind
    what: str
    """In words: what is different from the reproduction."""
    source: str
    laboratory: Laboratory
    patch: Patch | None = None
    """Where other lines of the project make the difference."""


@dataclass(frozen=True, slots=True)
class Control:
    kind: ControlKind
    what: str
    source: str
    seen: Observation


class ControlSource(Protocol):
    """Knows how to take a bug away; the ladder tries what it offers, one after the other."""

    def trials(self, case: Case, candidate: Candidate, seen: Observation) -> Iterator[Trial]: ...


def holds(reproduction: Observation, control: Observation) -> str | None:
    """Why a control does not hold; None where it does."""
    if control.fired:
        return "it fires there as well"
    if not control.is_clean:
        return f"the script did not run through there: {control.ending.value}"
    if reproduction.reached and not _share(reproduction, control):
        return "it does not get into the same code of the project there"
    return None


def _share(first: Observation, second: Observation) -> bool:
    """Files, not lines: the fixed version may have moved and renamed what is in them."""
    return bool({one.file for one in first.reached} & {one.file for one in second.reached})
