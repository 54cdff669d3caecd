"""Checks of what scripts measure: single values, and lists of numbers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeGuard

from seismograd.near_names import nearest
from seismograd.reproduce.criteria.checks.check import Check, demand, failed, passed
from seismograd.reproduce.criteria.checks.endings import how_it_ended
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.observation import Observation

Literal = str | int | float | bool | None | tuple[object, ...]
"""What an argument of a check can be."""
_ROUNDING = 1e-9
"""Numbers went through decimal text; relative."""
_MAX_SHOWN = 120


def is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def are_numbers(value: object) -> TypeGuard[tuple[object, ...] | list[object]]:
    """A list that holds nothing but numbers and such lists."""
    if not isinstance(value, list | tuple):
        return False
    return bool(value) and all(is_number(one) or are_numbers(one) for one in value)


def flat(value: object) -> list[float]:
    """All numbers of a number or of nested lists, in a row."""
    if isinstance(value, list | tuple):
        return [number for one in value for number in flat(one)]
    return [float(value)] if is_number(value) else []


def same(value: object, wanted: object) -> bool:
    """Equal but for lists and tuples, the rounding of text, and NaN, which equals itself here."""
    if isinstance(value, list | tuple) and isinstance(wanted, list | tuple):
        pairs = zip(value, wanted, strict=False)
        return len(value) == len(wanted) and all(same(one, other) for one, other in pairs)
    if is_number(value) and is_number(wanted):
        both_nan = math.isnan(value) and math.isnan(wanted)
        return both_nan or math.isclose(value, wanted, rel_tol=_ROUNDING, abs_tol=0.0)
    if isinstance(value, str) and isinstance(wanted, str):
        return _unqualified(value) == _unqualified(wanted)
    return type(value) is type(wanted) and value == wanted


def shown(value: object) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else repr(value)
    return text if len(text) <= _MAX_SHOWN else f"{text[: _MAX_SHOWN - 1]}…"


def not_measured(name: str, observation: Observation) -> str:
    """What to say where a measurement is missing."""
    there = list(observation.measured)
    if not there:
        return f"the script printed no MEASURED {name}"
    guess = nearest(name, there)
    hint = f"; did it mean {guess} to be that?" if guess else ""
    return f"the script measured {', '.join(there[:8])}, but no {name}{hint}"


def _unqualified(text: str) -> str:
    """`torch.float32` is `float32`."""
    head, _, tail = text.strip().lower().rpartition(".")
    return tail if head in ("torch", "numpy", "np", "tf", "tensorflow", "jnp") else text.strip()


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
