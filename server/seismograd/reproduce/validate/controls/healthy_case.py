"""Where the symptom is absent anyway, a patch has to leave everything as it was."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from seismograd.reproduce.candidate import Candidate, Switch
from seismograd.reproduce.criteria.checks.measured import are_numbers, flat, is_number
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trial_runner import TrialRunner
from seismograd.reproduce.validate.controls.control import Trial
from seismograd.reproduce.validate.controls.switched import switched

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
