"""The first control that holds, and what to say where there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.case import Case
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trial_runner import TrialRunner
from seismograd.reproduce.validate.controls.chance import hangs_on_chance
from seismograd.reproduce.validate.controls.control import (
    Control,
    ControlKind,
    ControlSource,
    FixedCommit,
    Trial,
    holds,
)
from seismograd.reproduce.validate.controls.fair_patches import why_unfair
from seismograd.reproduce.validate.controls.ordinary_use import OrdinaryUse
from seismograd.reproduce.validate.controls.patched_results import (
    changes_healthy_case,
    misses_right_value,
    seen_with_switches,
)
from seismograd.reproduce.validate.feedback import about_control
from seismograd.reproduce.validate.parsing import Unfit

NO_CONTROL = (
    "The script has no control. Name a constant at its top whose other value takes the trigger "
    "away, or lines of the project that are at fault."
)
NOT_MENDED = (
    "A switch alone is not enough: a script that expects or gives the wrong thing passes with "
    "another value as well. Say in `patches` how the lines at fault should read, so that the very "
    "same script runs through on the mended project. If it then still fires, the script is wrong; "
    "if nothing in the project is to be mended, say that the bug is absent, and why."
)


@dataclass(frozen=True, slots=True)
class Finding:
    sources: Sequence[ControlSource]
    case: Case
    runner: TrialRunner
    is_over: Callable[[], bool]
    """Whether there is no time left to look for more."""
    ordinary_use: OrdinaryUse

    def control(self, candidate: Candidate, seen: Observation) -> tuple[Trial, Control]:
        """Raises `Unfit` where none holds."""
        must_mend = self._must_mend(candidate)
        refusals: list[str] = []
        for trial in self._trials(candidate, seen):
            if self.is_over():
                raise Unfit("The time was over before a control was found.")
            if must_mend and trial.kind is ControlKind.VARIANT:
                continue
            without = trial.runner.try_quickly(trial.source)
            why = self._why_not(candidate, trial, seen, without)
            if why is None:
                switches = self._switches(candidate, trial)
                return trial, Control(trial.kind, trial.what, trial.source, without, switches)
            refusals.append(f"- {trial.what}: {why}{about_control(without)}")
        raise Unfit("\n".join(_told(refusals, must_mend)))

    def _why_not(
        self, candidate: Candidate, trial: Trial, seen: Observation, without: Observation
    ) -> str | None:
        why = holds(self.case.fingerprint, seen, without, trial.kind) or self._mends_nothing(
            candidate, trial, without
        )
        if why is None and candidate.is_free_hand and trial.patches:
            why = (
                why_unfair(trial.patches, self.case.root)
                or changes_healthy_case(candidate, trial, self.runner, without)
                or hangs_on_chance(self.case, trial, without)
                or self._breaks(trial)
            )
        return why

    def _switches(self, candidate: Candidate, trial: Trial) -> Mapping[str, str]:
        """A stronger control is told, and what the switches do beside it."""
        if trial.kind is ControlKind.VARIANT or not candidate.is_free_hand:
            return {}
        return seen_with_switches(candidate, self.runner)

    def _breaks(self, trial: Trial) -> str | None:
        broken = self.ordinary_use.broken_by(trial, self.runner)
        return f"the project's own test {broken} fails with these lines" if broken else None

    def _mends_nothing(
        self, candidate: Candidate, trial: Trial, without: Observation
    ) -> str | None:
        """Of lines that were tried blindly: whether they make another wrong value, no right one."""
        if trial.kind is not ControlKind.PATCHED_LINE or candidate.is_free_hand:
            return None
        return misses_right_value(self.case, without)

    def _must_mend(self, candidate: Candidate) -> bool:
        """Whoever writes freely may expect the wrong thing, or give what nobody should give."""
        knows_fixed = any(isinstance(source, FixedCommit) for source in self.sources)
        return candidate.is_free_hand and not knows_fixed

    def _trials(self, candidate: Candidate, seen: Observation) -> Iterator[Trial]:
        for source in self.sources:
            yield from source.trials(self.case, candidate, seen)


def _told(refusals: Sequence[str], must_mend: bool) -> Iterator[str]:
    if refusals:
        yield from ("No control held:", *refusals)
    if must_mend:
        yield NOT_MENDED
    elif not refusals:
        yield NO_CONTROL
