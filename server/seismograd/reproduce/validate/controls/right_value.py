"""Whether another line in the project brings about what the report calls right."""

from __future__ import annotations

from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.checks.measured import flat
from seismograd.reproduce.criteria.derive.families.shown import (
    complaints,
    is_by_chance,
    measurement_of,
)
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.report.values.shown import Shown
from seismograd.reproduce.report.values.shown_literals import Kind

_NEAR = 0.1
"""The share of the way between the wrong value and the right one that may be missing."""


def misses_right_value(case: Case, control: Observation) -> str | None:
    """Why a patched project does not come to the value that the report expects; None if it does.

    A line that only makes another wrong value of a wrong one would be the control of a report
    that is mistaken, as well.
    """
    for number, one in enumerate(complaints(case.report)):
        name = measurement_of(one, number)
        if name in control.measured and _is_told(one) and not _is_near(one, control.measured[name]):
            return f"{name} is not what the report calls right there, either"
    return None


def _is_told(one: Shown) -> bool:
    kinds = {printed.kind for printed in (one.seen, one.expected) if printed is not None}
    is_complete = one.seen is not None and one.expected is not None
    return is_complete and kinds in ({Kind.NUMBER}, {Kind.NUMBERS}) and not is_by_chance(one)


def _is_near(one: Shown, value: object) -> bool:
    assert one.seen is not None
    assert one.expected is not None
    wrong, right, found = flat(one.seen.value), flat(one.expected.value), flat(value)
    if len(right) != len(found):
        return False
    gap = max((abs(a - b) for a, b in zip(wrong, right, strict=False)), default=0.0)
    room = max(one.expected.room, _NEAR * gap)
    return all(abs(a - b) <= room for a, b in zip(found, right, strict=True))
