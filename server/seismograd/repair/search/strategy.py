"""What a search strategy is: it suggests values, hears what came of them, and may stop a trial."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from seismograd.repair.parameter import Parameter, Value


@dataclass(frozen=True)
class Suggestion:
    """Values for some parameters; all others stay as they are in the source."""

    values: Mapping[str, Value]
    key: int = 0
    """Which of the strategy's own trials it is."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Of a trial that is still running."""

    share: float
    """Of the training, from 0 to 1."""
    error: float


@dataclass(frozen=True)
class Outcome:
    """Of a trial that is over."""

    error: float
    """Lower is better; infinite, or not a number, where the trial failed."""
    is_stopped: bool = False
    """Whether it was ended early; the error is the last one that was seen."""
    progress: Sequence[Progress] = ()


@dataclass(frozen=True)
class SearchSpace:
    parameters: tuple[Parameter, ...]
    first: tuple[Suggestion, ...] = ()
    """Single changes worth trying, in the order of the diagnosis: a prior for the strategies that
    can use one. Values outside of a parameter's space are moved to its nearest edge."""
    baseline: float = float("inf")
    """The error without any change."""
    least_gain: float = 0.0
    """What is less than this may be chance, or no more than fine tuning."""
    is_improving: bool = False
    """Whether the training without changes was still getting better when it ended."""
    short_times: float = 1.0
    """As many times as long, the training without changes would still be a short one."""
    by_name: Mapping[str, Parameter] = field(init=False)

    def __post_init__(self) -> None:
        named = {parameter.name: parameter for parameter in self.parameters}
        object.__setattr__(self, "by_name", named)


class StrategyUnavailable(Exception):
    """A package that the strategy needs is not installed; the message says how to install it."""


class Strategy(ABC):
    """Deterministic for the same space, seed and reports in the same order.

    `suggest` may be called again before a report comes: trials run side by side. It never
    suggests the same values twice, nor values that the source has already, and gives None once
    it finds nothing new; a later call may find something. It may be called more often than the
    budget says: some suggestions cannot be written into the source.
    """

    name: ClassVar[str]

    def __init__(self, space: SearchSpace, seed: int, budget: int) -> None:
        """`budget`: trials that will be made. Raises `StrategyUnavailable`."""
        self.space = space
        self.seed = seed
        self.budget = budget

    @abstractmethod
    def suggest(self) -> Suggestion | None: ...

    @abstractmethod
    def report(self, suggestion: Suggestion, outcome: Outcome) -> None:
        """Once for each suggestion, in any order; those that were never tried need none."""

    def should_stop(self, suggestion: Suggestion, progress: Progress) -> bool:
        """Whether a running trial is not worth going on with; asked after every progress."""
        return False
