"""Checks of the loss: it is not a number, or it does not fall."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import fmean
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import Check, demand, failed, passed
from seismograd.reproduce.criteria.checks.endings import how_it_ended
from seismograd.reproduce.criteria.checks.measured import is_number
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.observation import Observation
from seismograd.traces.curve import Point

_LOSS = "loss"
"""In the name of a measurement: `loss_last`, `focal_loss`."""
_COUNT = "nan_count"
"""Of a loss that was computed by hand, which no trace tells of."""
_TOO_LATE = 0.2
_ALARM = 0.3
_GROWS = 0.6
_STAYS = 0.85
_GROWTH = 10.0
"""A loss that grew tenfold is on its way."""


@dataclass(frozen=True, slots=True)
class LossIsNan(Check):
    name: ClassVar[str] = "loss_is_nan"
    form: ClassVar[str] = "loss_is_nan(within=100)"
    means: ClassVar[str] = "the loss is NaN or infinite, within some steps if a number is given"

    within: int | None = None
    or_infinite: bool = True

    def __post_init__(self) -> None:
        demand(self.within is None or self.within > 0, "within must be a number of steps")

    def judge(self, observation: Observation) -> Verdict:
        point = self._first_bad(observation)
        if point is not None:
            return self._in_time(point)
        for name, value in observation.measured.items():
            if _LOSS in name.lower() and self._is_bad(value):
                return passed(f"{name} was {value}")
        count = observation.measured.get(_COUNT)
        if is_number(count) and count > 0:
            return passed(f"{_COUNT} was {count}")
        return _sound(observation)

    def _in_time(self, point: Point) -> Verdict:
        told = f"the loss was {point.value} at step {point.step}"
        if self.within is None or point.step <= self.within:
            return passed(told)
        return failed(f"{told}, not within {self.within} steps", _TOO_LATE)

    def _first_bad(self, observation: Observation) -> Point | None:
        loss = observation.told.loss
        bad = [point for point in loss.points if self._is_bad(point.value)]
        bad += [loss.first_nan] if loss.first_nan else []
        return min(bad, key=lambda point: point.step, default=None)

    def _is_bad(self, value: object) -> bool:
        if not is_number(value):
            return False
        return math.isnan(value) or (self.or_infinite and math.isinf(value))


def _sound(observation: Observation) -> Verdict:
    loss = observation.told.loss
    alarm = next((a for a in observation.told.alarms if "nan" in (a.alarm or "")), None)
    if alarm is not None:
        return failed(f"the loss stayed a number, but there was a {alarm.alarm}", _ALARM)
    if loss.first is None or loss.worst is None:
        return failed(f"no loss was seen; {how_it_ended(observation)}", 1.0)
    told = f"{loss.count} losses, all of them numbers, the highest {loss.worst.value:.4g}"
    grew = abs(loss.worst.value) > _GROWTH * abs(loss.first.value)
    return failed(told, _GROWS if grew else _STAYS)


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
