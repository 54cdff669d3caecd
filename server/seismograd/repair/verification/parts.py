"""A part of a verified patch that is a repair by itself: less to change, for some of the gain.

Which part is tested is said by the trials of the search, whose seeds are not those of the
verification. So it is one more test for each verified patch, made only after that one's.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from statistics import fmean

from seismograd.localise.sign_flip import sign_flip_p
from seismograd.repair.objective import Objective
from seismograd.repair.patches.change import Patch
from seismograd.repair.trials.patch_runs import NotApplicable, PatchRuns
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord
from seismograd.repair.verification.verify import Verdict, Verification


def best_part(
    whole: Verdict,
    searched: Sequence[tuple[Patch, float]],
    verification: Verification,
) -> Verdict | None:
    """`searched`: patches of the search, each with its error; None where no part is a repair."""
    smaller = [whole.patch.without(change) for change in whole.patch.changes]
    parts = [(error, patch) for patch, error in searched if patch.changes and patch in smaller]
    if not parts:
        return None
    _, patch = min(parts, key=lambda part: part[0])
    values = verification.values_of(patch)
    gains = verification.gains(whole.baseline, values)
    if not gains:
        return None
    p = max(whole.p, min(1.0, verification.tests * sign_flip_p(gains)))
    is_relevant = fmean(gains) >= verification.least_gain(whole.baseline)
    learned = verification.has_learned(patch)
    part = Verdict(patch, values, whole.baseline, gains, p, is_relevant, learned)
    return part if part.is_verified else None


def searched_patches(
    trials: Sequence[TrialRecord], objective: Objective, runs: PatchRuns
) -> Iterator[tuple[Patch, float]]:
    """Of the trials that were finished, with their errors."""
    for record in trials:
        error = objective.error(record.value)
        if record.outcome is TrialOutcome.FINISHED and math.isfinite(error):
            with suppress(NotApplicable):
                yield runs.patch(record.values), error
