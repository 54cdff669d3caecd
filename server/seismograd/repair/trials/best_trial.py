"""The best trial so far: for progress, and for whoever cancels a search."""

from __future__ import annotations

from collections.abc import Iterable

from seismograd.repair.objective import Objective, value_text
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord, changes_text


def best_trial(
    trials: Iterable[TrialRecord], objective: Objective, unchanged: float | None
) -> TrialRecord | None:
    """None where no trial that ran to its end is better than the training as it is."""

    def gain(record: TrialRecord) -> float:
        return objective.gain(unchanged, record.value)

    return max((one for one in trials if _is_result(one) and gain(one) > 0), key=gain, default=None)


def best_so_far(
    trials: Iterable[TrialRecord], objective: Objective, unchanged: float | None
) -> str:
    """`val_accuracy 0.93 with lr 0.001`."""
    best = best_trial(trials, objective, unchanged)
    if best is not None:
        return f"{objective.name} {value_text(best.value)} with {changes_text(best.values)}"
    return f"{objective.name} {value_text(unchanged)} without changes, nothing better so far"


def _is_result(record: TrialRecord) -> bool:
    return record.outcome is TrialOutcome.FINISHED and record.value is not None
