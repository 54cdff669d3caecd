"""A measured list of numbers goes a certain way."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import Check, demand, failed, passed
from seismograd.reproduce.criteria.checks.measurement import is_number, not_measured, shown
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.observation import Observation

_WAYS: dict[str, Callable[[float, float], bool]] = {
    "constant": lambda before, after: after == before,
    "rises": lambda before, after: after > before,
    "rises again": lambda before, after: after > before,
    "falls": lambda before, after: after < before,
    "never rises": lambda before, after: after <= before,
    "never falls": lambda before, after: after >= before,
    "negative": lambda before, after: min(before, after) < 0,
}
"""Which steps of the list go the way. All must, but for the ways that one step is enough for."""
_ANY = ("rises", "rises again", "falls", "negative")
_FEWEST = 2
_NO_SERIES = 0.9


@dataclass(frozen=True, slots=True)
class Series(Check):
    name: ClassVar[str] = "series"
    form: ClassVar[str] = 'series("learning_rates", "constant")'
    means: ClassVar[str] = (
        "a measured list of numbers is constant, never rises, never falls, or at least once "
        "rises, rises again after its highest value, falls or is negative"
    )

    measurement: str
    way: str

    def __post_init__(self) -> None:
        known = ", ".join(_WAYS)
        demand(self.way in _WAYS, f"a series does not go {self.way!r}; it is one of {known}")

    def judge(self, observation: Observation) -> Verdict:
        if self.measurement not in observation.measured:
            return failed(not_measured(self.measurement, observation), 1.0)
        value = observation.measured[self.measurement]
        numbers = _numbers(value)
        if len(numbers) < _FEWEST:
            why = f"{self.measurement} was {shown(value)}, not a list of {_FEWEST} numbers or more"
            return failed(why, _NO_SERIES)
        return self._follow(numbers)

    def _follow(self, numbers: list[float]) -> Verdict:
        pairs = itertools.pairwise(_from_peak(numbers) if self.way == "rises again" else numbers)
        right = [_WAYS[self.way](*pair) for pair in pairs]
        told = f"{self.measurement} went {shown(numbers)}"
        if any(right) if self.way in _ANY else all(right):
            return passed(f"{told}: {self.way}")
        share = 0.0 if self.way in _ANY else sum(right) / len(right)
        return failed(f"{told}, not {self.way!r}", 0.8 - 0.6 * share)


def _from_peak(numbers: list[float]) -> list[float]:
    """What comes once the list has begun to fall, which a warm-up does not."""
    highest = itertools.accumulate(numbers, max)
    fallen = (at for at, (one, top) in enumerate(zip(numbers, highest, strict=True)) if one < top)
    return numbers[next(fallen, len(numbers)) :]


def _numbers(value: object) -> list[float]:
    if not isinstance(value, list | tuple):
        return []
    found = [float(one) for one in value if is_number(one) and not math.isnan(one)]
    return found if len(found) == len(value) else []
