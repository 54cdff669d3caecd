"""Training learns nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import fmean
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import Check, demand, failed, passed
from seismograd.reproduce.criteria.checks.ending import how_it_ended
from seismograd.reproduce.criteria.checks.measurement import is_number
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.observation import Observation

_TOO_SHORT = 0.5
_MAX_END = 10
"""Losses at either end of the curve of which the mean is taken; a tenth where there are fewer."""


@dataclass(frozen=True, slots=True)
class LossDoesNotFall(Check):
    name: ClassVar[str] = "loss_does_not_fall"
    form: ClassVar[str] = "loss_does_not_fall(steps=50, by=0.05)"
    means: ClassVar[str] = (
        "after so many steps the loss has fallen by less than that share of itself"
    )

    steps: int = 50
    by: float = 0.05

    def __post_init__(self) -> None:
        demand(self.steps > 0, "steps must be a number of steps")
        demand(0 < self.by <= 1, "by must be a share of the first loss, such as 0.05")

    def judge(self, observation: Observation) -> Verdict:
        ends = _measured_ends(observation)
        if ends is None:
            count = observation.told.loss.count
            ends = _ends_of_the_curve(observation)
            if ends is None:
                return failed(f"no loss was seen; {how_it_ended(observation)}", 1.0)
            if count < self.steps:
                return failed(f"only {count} steps, {self.steps} are wanted", _TOO_SHORT)
        return self._compare(*ends)

    def _compare(self, first: float, last: float) -> Verdict:
        if math.isnan(first) or math.isnan(last):
            return failed(f"the loss went from {first:.4g} to {last:.4g}: no number", 0.6)
        fall = (first - last) / (abs(first) or 1.0)
        told = f"the loss went from {first:.4g} to {last:.4g}"
        if fall < self.by:
            return passed(f"{told}, a fall of less than {self.by:.0%}")
        return failed(f"{told}, a fall of {fall:.0%}", 0.3 + 0.5 * min(1.0, fall))


def _measured_ends(observation: Observation) -> tuple[float, float] | None:
    first, last = (observation.measured.get(name) for name in ("loss_first", "loss_last"))
    return (float(first), float(last)) if is_number(first) and is_number(last) else None


def _ends_of_the_curve(observation: Observation) -> tuple[float, float] | None:
    values = [point.value for point in observation.told.loss.points]
    if not values:
        return None
    width = max(1, min(_MAX_END, len(values) // 10))
    return fmean(values[:width]), fmean(values[-width:])
