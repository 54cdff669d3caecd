"""The strongest control: the same script on the version where the bug is gone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.case import Case
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trial_runner import TrialRunner
from seismograd.reproduce.validate.controls.control import ControlKind, Trial


@dataclass(frozen=True, slots=True)
class FixedCommit:
    runner: TrialRunner

    def trials(self, case: Case, candidate: Candidate, seen: Observation) -> Iterator[Trial]:
        what = "the same script on the fixed version"
        yield Trial(ControlKind.FIXED_COMMIT, what, candidate.source, self.runner)
