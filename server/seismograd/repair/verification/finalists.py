"""Which trials of a search are worth verifying."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress

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
    """The best, and smaller ones that are nearly as good: those come first."""
    finished = [one for one in trials if one.outcome is TrialOutcome.FINISHED]
    better = [one for one in finished if objective.error(one.value) < baseline_error]
    if not better:
        return []
    errors = {one.number: objective.error(one.value) for one in better}
    best = min(errors.values())
    gain = baseline_error - best if math.isfinite(baseline_error) else 0.0
    margin = NEARLY * gain
    better = [one for one in better if not gain or errors[one.number] <= best + WORSE * gain]
    better.sort(
        key=lambda one: (
            errors[one.number] > best + margin,
            len(one.values) if errors[one.number] <= best + margin else 0,
            errors[one.number],
        )
    )
    patches: list[Patch] = []
    for record in better if alternatives else _different(better):
        with suppress(NotApplicable):
            patches.append(runs.patch(record.values))
    return patches[: most_finalists(alternatives=alternatives)]


def _different(records: Sequence[TrialRecord]) -> list[TrialRecord]:
    """Without those that change what an earlier one changes, and perhaps more: only somebody who
    wants alternatives wants them verified, too."""
    kept: list[TrialRecord] = []
    for record in records:
        if not any(one.values.keys() <= record.values.keys() for one in kept):
            kept.append(record)
    return kept
