"""What a control is, and when it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from seismograd.reproduce.candidate import Candidate, Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.checks.measured import Measured, Series
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.drafts.rendering import checks_of
from seismograd.reproduce.observation import NOT_REPRODUCED, Observation
from seismograd.reproduce.trial_runner import TrialRunner

VERDICTS = ("SystemExit", "AssertionError")
"""How scripts say themselves that the bug is there."""


class ControlKind(StrEnum):
    FIXED_COMMIT = "fixed-commit"
    VARIANT = "variant"
    PATCHED_LINE = "patched-line"


@dataclass(frozen=True, slots=True)
class Trial:
    """A control that can be tried: a script, and the tree it runs in."""

    kind: ControlKind
    what: str
    """In words: what is different from the reproduction."""
    source: str
    runner: TrialRunner
    patches: tuple[Patch, ...] = ()
    """Where other lines of the project make the difference."""


@dataclass(frozen=True, slots=True)
class Control:
    kind: ControlKind
    what: str
    source: str
    seen: Observation
    switches: Mapping[str, str] = field(default_factory=dict)
    """What each switch of the script does by itself, where another control is the stronger."""


class ControlSource(Protocol):
    """Knows how to take a bug away; the ladder tries what it offers, one after the other."""

    def trials(self, case: Case, candidate: Candidate, seen: Observation) -> Iterator[Trial]: ...


def holds(
    fingerprint: Fingerprint, reproduction: Observation, control: Observation, kind: ControlKind
) -> str | None:
    """Why a control does not hold; None where it does.

    With another line in the project, the code that raised must still be run: a project that does
    not get there any more would be the control of anything.
    """
    if control.fired:
        return _how_it_fires(reproduction, control)
    if not control.is_clean:
        return _why_unclean(control)
    if reproduction.reached and not _share(reproduction, control):
        return "it does not get into the same code of the project there"
    if kind is ControlKind.PATCHED_LINE and not _gets_there(reproduction, control):
        return "it does not get there to where the exception came from"
    if kind is ControlKind.PATCHED_LINE and (
        name := _stands_still(fingerprint, reproduction, control)
    ):
        return f"{name} does not change there at all: the other line breaks what it mends"
    return None


def _how_it_fires(reproduction: Observation, control: Observation) -> str:
    raised = control.exception
    before = reproduction.exception
    if raised is None or raised.type in VERDICTS or (before and before.type == raised.type):
        return "it fires there as well"
    return f"it fails there in another way, with {raised.type}"


def _why_unclean(control: Observation) -> str:
    if control.exit_code == 0:
        return f"it ended with status 0 there, but did not print {NOT_REPRODUCED}"
    return f"the script did not run through there: {control.ending.value}"


def _gets_there(reproduction: Observation, control: Observation) -> bool:
    """Whether the function of the project that raised is entered in the control as well."""
    raised = reproduction.exception
    frames = raised.frames if raised is not None else ()
    ours = [f for f in frames if f.in_project and f.file != reproduction.script]
    function = _plain(ours[-1].function) if ours else ""
    if function in ("", "<module>"):
        return True
    entered = {(one.file, _plain(one.function)) for one in control.reached}
    return not control.reached or (ours[-1].file, function) in entered


def _plain(function: str | None) -> str:
    """Without its class: not all that tell of a function tell of that."""
    return (function or "").rpartition(".")[2]


def _stands_still(
    fingerprint: Fingerprint, reproduction: Observation, control: Observation
) -> str | None:
    """A series that moved with the bug and is one value in the control, over and over.

    Of those that are looked for: what else a script prints may well have to stay the same.
    """
    checks = checks_of(fingerprint)
    for name in (one.measurement for one in checks if isinstance(one, Measured | Series)):
        moved, still = reproduction.measured.get(name), control.measured.get(name)
        if _moves(moved) and still is not None and not _moves(still):
            return name
    return None


def _moves(value: object) -> bool:
    return isinstance(value, list) and any(one != value[0] for one in value)


def _share(first: Observation, second: Observation) -> bool:
    """Files, not lines: the fixed version may have moved and renamed what is in them."""
    return bool({one.file for one in first.reached} & {one.file for one in second.reached})


@dataclass(frozen=True, slots=True)
class FixedCommit:
    runner: TrialRunner

    def trials(self, case: Case, candidate: Candidate, seen: Observation) -> Iterator[Trial]:
        what = "the same script on the fixed version"
        yield Trial(ControlKind.FIXED_COMMIT, what, candidate.source, self.runner)
