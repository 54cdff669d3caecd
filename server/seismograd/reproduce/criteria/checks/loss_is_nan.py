"""The loss stops being a number."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import Check, demand, failed, passed
from seismograd.reproduce.criteria.checks.ending import how_it_ended
from seismograd.reproduce.criteria.checks.measurement import is_number
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
