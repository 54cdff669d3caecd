"""A question about a training that fails, put to it by a short run with an alteration.

An answer moves the ranking of causes; it confirms none. How likely each answer is under each cause
stands in `answers.json`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import ClassVar

from seismograd.localise.trial_losses import training_loss
from seismograd.localise.trouble import Trouble
from seismograd.traces.history import RunHistory
from seismograd.traces.symptoms.still_falling import FEW


@dataclass(frozen=True, slots=True)
class Pair:
    """Two runs with the same seed, without and with an alteration."""

    before: RunHistory
    after: RunHistory
    steps: int

    @property
    def losses(self) -> tuple[float, float]:
        return training_loss(self.before, self.steps), training_loss(self.after, self.steps)

    def measured(self, name: str) -> float | None:
        """What the alteration measured itself."""
        found = [one.measured.get(name) for one in self.after.alterations]
        return next((value for value in found if value is not None), None)


@dataclass(frozen=True, slots=True)
class Reply:
    table_row: str
    """Of `answers.json`."""
    is_yes: bool
    summary: str
    """In plain words, with the figures."""


class Question(ABC):
    """The docstring of a subclass says what it is good for; `yes` and `no` what answers mean."""

    name: ClassVar[str]
    asks: ClassVar[str]
    yes: ClassVar[str]
    no: ClassVar[str]
    alter: ClassVar[tuple[str, ...]] = ()
    """Without any, the runs differ by their seeds alone."""
    trouble: ClassVar[Trouble] = Trouble.TRAINING
    """Of which kind of trouble it is asked."""
    seeds: ClassVar[int] = 2
    """Two that agree: an answer moves the ranking only, and each seed costs two runs."""

    needs_updates: ClassVar[bool] = False
    """Whether it compares what trainings have learned, which is nothing after `FEW` updates.

    Shorter runs are never in trouble (`trouble.FEWEST_STEPS`): this decides runs of exactly `FEW`.
    """

    def applies_to(self, history: RunHistory) -> bool:
        is_too_early = self.needs_updates and history.step_count <= FEW
        return not is_too_early and self.suits(history)

    def suits(self, history: RunHistory) -> bool:
        """Whether it makes sense for this run."""
        return True

    def most_steps(self, usual: int, whole: int) -> int:
        """How long the altered run is; where it is as long as the whole, it is compared with it."""
        return usual

    def alterations(self, history: RunHistory) -> tuple[str, ...]:
        """Of the guest, for this run."""
        return self.alter

    @abstractmethod
    def read(self, pairs: Sequence[Pair]) -> Reply | None:
        """None where the runs do not agree, or lie between the answers."""

    def reply(self, is_yes: bool, figures: str, row: str | None = None) -> Reply:
        meaning = self.yes if is_yes else self.no
        return Reply(row or self.name, is_yes, f"{self.asks} {meaning} {figures}")


def agreed_ratio(pairs: Sequence[Pair], low: float, high: float) -> bool | None:
    """Whether the loss with the alteration is below `low` times the one without, for all seeds.

    False where it is above `high` times for all; None otherwise, and where a run broke down.
    """
    ratios = [after / before for before, after in _known(pairs) if before > 0]
    if len(ratios) < len(pairs) or not ratios:
        return None
    if all(ratio < low for ratio in ratios):
        return True
    return False if all(ratio > high for ratio in ratios) else None


def shown_losses(pairs: Sequence[Pair], word: str) -> str:
    known = _known(pairs)
    before, after = (median(one[at] for one in known) for at in (0, 1))
    return f"(training loss {after:.4g} {word}, {before:.4g} without; {len(pairs)} seeds)"


def _known(pairs: Sequence[Pair]) -> list[tuple[float, float]]:
    return [pair.losses for pair in pairs if all(math.isfinite(loss) for loss in pair.losses)]
