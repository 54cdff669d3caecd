"""A number, shape or other value that the script measured compares as reported."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import Check, demand, failed, passed
from seismograd.reproduce.criteria.checks.ending import how_it_ended
from seismograd.reproduce.criteria.checks.measurement import (
    Literal,
    are_numbers,
    flat,
    is_number,
    not_measured,
    same,
    shown,
)
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.observation import Observation

OPERATORS = ("<", "<=", ">", ">=", "==", "!=", "~", "!~")
_TOLERANCE = 0.05
"""A metric of a random experiment counts as the reported one within five per cent."""
_NOT_A_NUMBER = 0.8
_OTHER_VALUE = 0.5


@dataclass(frozen=True, slots=True)
class Measured(Check):
    name: ClassVar[str] = "measured"
    form: ClassVar[str] = 'measured("difference_after_reload", ">", 1e-4)'
    means: ClassVar[str] = (
        "the script prints MEASURED with that name, and the value compares so; "
        "~ and !~ mean near and not near, within a share of the bound"
    )

    measurement: str
    operator: str
    bound: Literal
    within: float = _TOLERANCE

    def __post_init__(self) -> None:
        demand(bool(self.measurement.strip()), "measured() wants the name of a measurement")
        known = " ".join(OPERATORS)
        demand(self.operator in OPERATORS, f"no operator {self.operator!r}; there are {known}")
        fits = self.operator in ("==", "!=") or is_number(self.bound)
        near = self.operator in ("~", "!~") and are_numbers(self.bound)
        demand(fits or near, f"{self.operator} wants a number")
        demand(0 <= self.within < math.inf, "within must be a share such as 0.05")

    def judge(self, observation: Observation) -> Verdict:
        if self.measurement not in observation.measured:
            missing = not_measured(self.measurement, observation)
            return failed(f"{missing}; {how_it_ended(observation)}", 1.0)
        return self._compare(observation.measured[self.measurement])

    def _compare(self, value: object) -> Verdict:
        told = f"{self.measurement} was {shown(value)}"
        wanted = f"{self.operator} {shown(self.bound)}"
        if self._holds(value):
            return passed(f"{told}, which is {wanted}")
        return failed(f"{told}, which is not {wanted}", self._distance(value))

    def _holds(self, value: object) -> bool:
        match self.operator:
            case "==":
                return same(value, self.bound)
            case "!=":
                return not same(value, self.bound)
        if are_numbers(self.bound):
            return self._is_near(value) == (self.operator == "~")
        if not is_number(value) or math.isnan(value):
            return False
        assert is_number(self.bound)
        near = abs(value - self.bound) <= self._room
        return {
            "<": value < self.bound,
            "<=": value <= self.bound,
            ">": value > self.bound,
            ">=": value >= self.bound,
            "~": near or value == self.bound,
            "!~": not near and value != self.bound,
        }[self.operator]

    @property
    def _room(self) -> float:
        """How far from the bound is near; around nought a share of it would be nothing."""
        return self.within * (max(map(abs, flat(self.bound)), default=0.0) or 1.0)

    def _is_near(self, value: object) -> bool:
        """Number by number."""
        seen, wanted = flat(value), flat(self.bound)
        pairs = zip(seen, wanted, strict=False)
        return len(seen) == len(wanted) and all(abs(a - b) <= self._room for a, b in pairs)

    def _distance(self, value: object) -> float:
        if not (is_number(value) and is_number(self.bound)):
            return _OTHER_VALUE if type(value) is type(self.bound) else _NOT_A_NUMBER
        if self.operator in ("!=", "!~"):
            return _OTHER_VALUE
        off = abs(value - self.bound)
        if not math.isfinite(off):
            return _NOT_A_NUMBER
        scale = abs(self.bound) or 1.0
        # From nearly nothing at the bound to three quarters in the far distance.
        return 0.75 * off / (off + scale)
