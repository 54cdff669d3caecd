"""Values closer to those of the source, where the best ones do well with some seeds only."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from seismograd.repair.objective import Objective
from seismograd.repair.parameter import Parameter, Value
from seismograd.repair.patches.change import Patch
from seismograd.repair.search.values import old_number
from seismograd.repair.trials.patch_runs import NotApplicable, PatchRuns
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord
from seismograd.repair.verification.verify import Verdict

MOST = 2
"""Patches: each is one more test."""


def steadier_patches(
    verdicts: Sequence[Verdict],
    trials: Sequence[TrialRecord],
    objective: Objective,
    runs: PatchRuns,
) -> list[Patch]:
    """Of each finalist that is worse than no change with some seed, the same parameters with the
    values nearest to the source that have brought enough in the search.

    The best learning rate, for example, is often the last one before trainings diverge.
    """
    finished = [one for one in trials if one.outcome is TrialOutcome.FINISHED]
    enough = runs.space.baseline - runs.space.least_gain
    good = [one for one in finished if objective.error(one.value) < enough]
    found: dict[Patch, None] = {}
    for verdict in verdicts:
        own = next((one for one in good if _patch(one, runs) == verdict.patch), None)
        if own is not None and min(verdict.gains) < 0:
            found.update(dict.fromkeys(_nearer(own, good, runs)))
    return [*found][:MOST]


def _nearer(own: TrialRecord, good: Sequence[TrialRecord], runs: PatchRuns) -> Iterator[Patch]:
    """The nearest, or none."""
    distances = {one.number: _distance(one.values, runs.space.by_name) for one in good}
    same = [one for one in good if _choices(one, runs) == _choices(own, runs)
            and distances[one.number] < distances[own.number]]  # fmt: skip
    for one in sorted(same, key=lambda record: distances[record.number])[:1]:
        found = _patch(one, runs)
        if found is not None:
            yield found


def _choices(record: TrialRecord, runs: PatchRuns) -> Mapping[str, Value | None]:
    """Values of what is not a number; the names of numbers."""
    known = runs.space.by_name
    return {
        name: None if old_number(known[name]) else value
        for name, value in record.values.items()
        if name in known
    }


def _distance(values: Mapping[str, Value], known: Mapping[str, Parameter]) -> float:
    """From the source: orders of magnitude of its numbers."""
    pairs = ((old_number(known[name]), value) for name, value in values.items() if name in known)
    return sum(
        abs(math.log(float(value) / old))
        for old, value in pairs
        if old and not isinstance(value, str) and value / old > 0
    )


def _patch(record: TrialRecord, runs: PatchRuns) -> Patch | None:
    with suppress(NotApplicable):
        return runs.patch(record.values)
    return None
