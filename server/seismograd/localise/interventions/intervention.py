"""A change that would repair a cause, and what came of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import median

from seismograd.localise.sign_flip import PAIRS, SIGNIFICANT, sign_flip_p
from seismograd.traces.events import Place

EFFECT = 0.1
"""Of the statistic without the change: a smaller gain may be real and is still no fault."""
RESCUE = 0.5
"""What a change must gain whose cause no symptom names: healthy trainings, too, may get somewhat
faster by another learning rate."""


class Statistic(StrEnum):
    """What is compared; lower is better."""

    TRAINING_LOSS = "training loss"
    EVALUATION_LOSS = "evaluation loss"
    EVALUATION_ERROR = "error of the evaluation"
    """Its loss, or what is missing to a perfect metric."""
    MISSED_SHARE = "share that the evaluation misses"
    """What is missing to a perfect accuracy: the same whatever the training loss is."""


@dataclass(frozen=True, slots=True)
class Intervention:
    """One change of the source or of the running program: does the training get better by it?"""

    title: str
    """What is changed, as an imperative: "Set the learning rate to 0.001"."""
    changed: Mapping[str, str] = field(default_factory=dict)
    """Files with their other content, by their path in the project."""
    alter: tuple[str, ...] = ()
    """Alterations of the guest."""
    statistic: Statistic = Statistic.TRAINING_LOSS
    effect: float = EFFECT
    evaluation_effect: float | None = None
    """What the error of the evaluation must gain as well, where the training has one."""
    is_whole: bool = False
    """Whether only runs of the whole length will do: shorter ones favour whatever learns faster."""
    is_of_fault: bool = True
    """Whether it is a fault not to have it: more units or epochs make most trainings better."""
    is_longer: bool = False
    """Whether it is to make more updates: a run without more of them was not changed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The statistic without and with the change, by seed."""

    before: tuple[float, ...]
    after: tuple[float, ...]
    steps: int
    is_shortened: bool
    statistic: Statistic = Statistic.TRAINING_LOSS
    effect: float = EFFECT
    pairs: int = PAIRS
    """That the test needs, given what was tried before."""
    place: Place | None = None
    """The line whose doing was changed, where the guest knows it."""

    @property
    def p(self) -> float:
        return sign_flip_p(self._gains)

    @property
    def is_yes(self) -> bool:
        """Whether the training gets better: surely, and by enough to matter."""
        if len(self.before) < self.pairs or self.p > SIGNIFICANT:
            return False
        without, with_it = median(self.before), median(self.after)
        if not math.isfinite(without):
            return math.isfinite(with_it)
        return without - with_it > self.effect * abs(without)

    @property
    def both_break_down(self) -> bool:
        """Whether the training breaks down with the change and without it."""
        return not (math.isfinite(median(self.before)) or math.isfinite(median(self.after)))

    @property
    def speaks_against(self) -> bool:
        """Whether the change does not help, by a measure that would show it.

        Of another loss, an accuracy may show nothing: the training may be too short for any. What
        helps most seeds and not all is no proof, and no word against it either.
        """
        helps = median(self.after) < (1 - self.effect) * median(self.before)
        return not (self.is_yes or helps) and self.statistic is not Statistic.MISSED_SHARE

    @property
    def _gains(self) -> list[float]:
        return [_gain(before, after) for before, after in zip(self.before, self.after, strict=True)]

    def __str__(self) -> str:
        short = f"after {self.steps} steps (shortened runs)" if self.is_shortened else "at the end"
        return (
            f"the {self.statistic} {short} is {median(self.after):.4g} instead of "
            f"{median(self.before):.4g} (median of {len(self.before)} seeds; one-sided sign "
            f"flips, p = {self.p:.3f})"
        )


def _gain(before: float, after: float) -> float:
    """None where both runs broke down."""
    if not math.isfinite(before) and not math.isfinite(after):
        return 0.0
    return before - after
