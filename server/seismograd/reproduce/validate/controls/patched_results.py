"""What a patched project comes to: to what is right, and where all was well to nothing else."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from seismograd.reproduce.candidate import Candidate, Switch
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.checks.measured import are_numbers, flat, is_number
from seismograd.reproduce.criteria.derive.families.shown import (
    complaints,
    is_by_chance,
    measurement_of,
)
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.report.values.shown import Shown
from seismograd.reproduce.report.values.shown_literals import Kind
from seismograd.reproduce.trial_runner import TrialRunner
from seismograd.reproduce.validate.controls.control import Trial
from seismograd.reproduce.validate.controls.switched import switched

_NEAR = 0.1
"""The share of the way between the wrong value and the right one that may be missing."""


def misses_right_value(case: Case, control: Observation) -> str | None:
    """Why a patched project does not come to the value that the report expects; None if it does.

    A line that only makes another wrong value of a wrong one would be the control of a report
    that is mistaken, as well.
    """
    for number, one in enumerate(complaints(case.report)):
        name = measurement_of(one, number)
        if (
            name in control.measured
            and _is_told(one)
            and not _is_right(one, control.measured[name])
        ):
            return f"{name} is not what the report calls right there, either"
    return None


def _is_told(one: Shown) -> bool:
    kinds = {printed.kind for printed in (one.seen, one.expected) if printed is not None}
    is_complete = one.seen is not None and one.expected is not None
    return is_complete and kinds in ({Kind.NUMBER}, {Kind.NUMBERS}) and not is_by_chance(one)


def _is_right(one: Shown, value: object) -> bool:
    assert one.seen is not None
    assert one.expected is not None
    wrong, right, found = flat(one.seen.value), flat(one.expected.value), flat(value)
    if len(right) != len(found):
        return False
    gap = max((abs(a - b) for a, b in zip(wrong, right, strict=False)), default=0.0)
    room = max(one.expected.room, _NEAR * gap)
    return all(abs(a - b) <= room for a, b in zip(found, right, strict=True))


NEAR = 0.01
"""Relative; a sum in another order is no other result."""
NEARLY_ZERO = 1e-6


def changes_healthy_case(
    candidate: Candidate, trial: Trial, runner: TrialRunner, control: Observation
) -> str | None:
    """Whether what is sound without the trigger comes out in another way with the patches.

    What comes out as in the control is what is right, and may have been a little wrong before.
    """
    if not candidate.switches:
        return None
    source = switched(candidate.source, candidate.switches)
    before = runner.try_quickly(source)
    if not before.is_clean:
        return None
    told = ", ".join(f"{one.name} = {one.control}" for one in candidate.switches)
    after = trial.runner.try_quickly(source)
    if not after.is_clean:
        return f"with {told} all is well without these lines, and not with them"
    for name, value in before.measured.items() if _is_option(candidate.switches) else ():
        now = after.measured.get(name)
        if not _is_near(value, now) and not _is_near(control.measured.get(name), now):
            return f"with {told}, where all is well, {name} is another with these lines"
    return None


def _is_option(switches: Sequence[Switch]) -> bool:
    """With another number the same fault may come out smaller; an option is there or not."""
    return all(_is_word(one.control) for one in switches)


def _is_word(text: str) -> bool:
    """A literal that is no number, nor made of some."""
    try:
        value = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return False
    return isinstance(value, bool | str | None)


def _is_near(one: object, other: object) -> bool:
    if not all(is_number(value) or are_numbers(value) for value in (one, other)):
        return one == other
    first, second = flat(one), flat(other)
    if len(first) != len(second):
        return False
    return all(
        abs(a - b) <= max(NEARLY_ZERO, NEAR * max(abs(a), abs(b)))
        for a, b in zip(first, second, strict=True)
    )


def seen_with_switches(candidate: Candidate, runner: TrialRunner) -> Mapping[str, str]:
    """What each switch does by itself, in words: whoever names one shall see it."""
    found: dict[str, str] = {}
    for one in candidate.switches:
        seen = runner.try_quickly(switched(candidate.source, (one,)))
        ended = "it fails as well" if seen.fired else "it ends in another way"
        found[f"{one.name} = {one.control}"] = "it does not fail" if seen.is_clean else ended
    return found
