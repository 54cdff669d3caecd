"""What a search may set: one hyperparameter of the source, its values, and how to write them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from seismograd.faults import Edit, FaultType
from seismograd.repair.patches.change import Change

Value = int | float | str


class CannotWrite(Exception):
    """The source has no place where a value could be written; the message says why."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """An interval; searched on a logarithmic scale unless `is_linear`."""

    low: float
    high: float
    is_whole: bool = False
    is_linear: bool = False

    def __contains__(self, value: Value) -> bool:
        return not isinstance(value, str) and self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Choices:
    options: tuple[str, ...]

    def __contains__(self, value: Value) -> bool:
        return value in self.options


@dataclass(frozen=True, slots=True)
class Parameter:
    """One hyperparameter where the source has it."""

    name: str
    """Unique within a search space."""
    fault_type: FaultType
    old: str
    """As it stands in the source, or the default of the library; empty where there is none."""
    space: Numbers | Choices
    write: Callable[[Value], tuple[Edit, ...]] = field(repr=False, compare=False)
    """The edits that set a value. Raises `CannotWrite`."""
    candidates: tuple[Value, ...] = ()
    """Values worth trying by themselves, the most promising first."""
    alternatives: tuple[FaultType, ...] = ()
    """Further fault types that this parameter can repair."""
    costs: bool = False
    """Whether larger values make every training take longer."""
    also_sets: Callable[[Value], str] = field(default=lambda value: "", repr=False, compare=False)
    """What else a value changes, for titles: `lr 0.001`."""
    changes_loss: bool = False
    """Whether values of the loss cannot be compared with and without a change of it."""
    unbounds_loss: bool = False
    """Whether a loss can get as low as one likes with it: probabilities that need not add up."""
    is_unusual: bool = False
    """Whether the present value is one that trainings rarely do well with: tried before others
    where the diagnosis names nothing."""

    def change(self, value: Value) -> Change:
        """Raises `CannotWrite`."""
        more = self.also_sets(value)
        new = f"{as_text(value)} ({more})" if more else as_text(value)
        return Change(self.fault_type, self.name, self.old, new, self.write(value))

    @property
    def fault_types(self) -> frozenset[FaultType]:
        return frozenset({self.fault_type, *self.alternatives})


def as_text(value: Value) -> str:
    """As a person would write it: three significant digits are plenty."""
    return f"{value:.3g}" if isinstance(value, float) else str(value)
