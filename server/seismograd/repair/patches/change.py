"""A patch and what it is made of: changes of single values or statements in the source."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import prod
from pathlib import Path

from seismograd.faults import Edit, FaultType, Fix, Safety
from seismograd.localise.interventions.apply_fix import changed_files
from seismograd.source.edits import OverlappingEditsError

Read = Callable[[str], str | None]


class Conflict(ValueError):
    """Two changes of a patch edit the same text."""


@dataclass(frozen=True, slots=True)
class Change:
    """One hyperparameter with another value, or one statement more or less."""

    fault_type: FaultType
    name: str
    """As users call it: `lr`, `units of fc1`, `zero_grad`."""
    old: str
    new: str
    edits: tuple[Edit, ...]

    @property
    def title(self) -> str:
        return f"{self.name} {self.old} -> {self.new}" if self.old else f"{self.name}: {self.new}"

    @property
    def times_as_long(self) -> float:
        """1 of what is no number of epochs."""
        if self.fault_type is not FaultType.HNE:
            return 1.0
        try:
            return float(self.new) / float(self.old)
        except (ValueError, ZeroDivisionError):
            return 1.0


@dataclass(frozen=True, slots=True)
class Patch:
    changes: tuple[Change, ...] = ()

    @property
    def title(self) -> str:
        return ", ".join(change.title for change in self.changes) or "no change"

    @property
    def edits(self) -> tuple[Edit, ...]:
        """Two changes may need the same edit, such as an import."""
        return tuple(dict.fromkeys(edit for change in self.changes for edit in change.edits))

    @property
    def times_as_long(self) -> float:
        """The training, by its number of epochs."""
        return prod(change.times_as_long for change in self.changes)

    def without(self, change: Change) -> Patch:
        return Patch(tuple(one for one in self.changes if one is not change))

    def files(self, root: Path, read: Read) -> dict[str, str] | None:
        """New contents by path in the project; None where a file is gone. Raises `Conflict`."""
        fix = Fix(self.title, Safety.UNSAFE, self.edits)
        try:
            return changed_files(fix, root, read)
        except OverlappingEditsError:
            raise Conflict(self.title) from None


def patch_of(changes: Iterable[Change]) -> Patch:
    """In a fixed order, so that the same changes are the same patch."""
    return Patch(tuple(sorted(changes, key=lambda change: (change.name, change.new))))
