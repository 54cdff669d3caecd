"""Which trials of a search are worth verifying."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from seismograd.repair.objective import Objective
from seismograd.repair.patches.change import Patch
from seismograd.repair.trials.patch_runs import NotApplicable, PatchRuns
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord

MOST_FINALISTS, MOST_ALTERNATIVES = 3, 8
"""Every one costs as many trainings as there are seeds, and a correction of the others' p."""
NEARLY = 0.05
"""Of the best gain: patches that lack no more of it are ordered by their size."""
WORSE = 0.5
"""Of the best gain: patches that lack more of it are not worth six trainings."""


@dataclass(frozen=True, slots=True)
class _Tried:
    """A trial that was better than the training as it is."""

    record: TrialRecord
    patch: Patch
    error: float
    is_near_best: bool

    def rank(self) -> tuple[bool, int, float, float]:
        if not self.is_near_best:
            return (True, 0, 0.0, self.error)
        return (False, len(self.patch.changes), self.patch.times_as_long, self.error)


def most_finalists(*, alternatives: bool) -> int:
    return MOST_ALTERNATIVES if alternatives else MOST_FINALISTS


def choose_finalists(
    trials: Sequence[TrialRecord],
    objective: Objective,
    baseline_error: float,
    runs: PatchRuns,
    *,
    alternatives: bool = False,
) -> list[Patch]:
    """The best, and smaller ones that are nearly as good: those come first, then shorter
    trainings."""
    finished = [one for one in trials if one.outcome is TrialOutcome.FINISHED]
    better = [one for one in finished if objective.error(one.value) < baseline_error]
    errors = {one.number: objective.error(one.value) for one in better}
    best = min(errors.values(), default=baseline_error)
    gain = baseline_error - best if math.isfinite(baseline_error) else 0.0
    tried = [
        _Tried(one, patch, errors[one.number], errors[one.number] <= best + NEARLY * gain)
        for one in better
        if not gain or errors[one.number] <= best + WORSE * gain
        for patch in _patches(one, runs)
    ]
    tried.sort(key=_Tried.rank)
    found = tried if alternatives else _different(tried)
    return [one.patch for one in found][: most_finalists(alternatives=alternatives)]


def _patches(record: TrialRecord, runs: PatchRuns) -> Iterator[Patch]:
    """One, or none where it can no longer be written."""
    with suppress(NotApplicable):
        yield runs.patch(record.values)


def _different(tried: Sequence[_Tried]) -> list[_Tried]:
    """Without those that change what an earlier one changes, and perhaps more: only somebody who
    wants alternatives wants them verified, too."""
    kept: list[_Tried] = []
    for one in tried:
        names = one.record.values.keys()
        if not any(other.record.values.keys() <= names for other in kept):
            kept.append(one)
    return kept
