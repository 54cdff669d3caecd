"""One line says where a repair stands."""

from __future__ import annotations

from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.progress import RepairProgress
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord

ACCURACY = Objective("val accuracy", Direction.MAX, Origin.PRINTED)


def record(number: int, value: float | None, **values: float) -> TrialRecord:
    outcome = TrialOutcome.FAILED if value is None else TrialOutcome.FINISHED
    return TrialRecord(number, "auto", values, outcome, value)


def test_the_best_so_far_is_told_with_what_it_changes() -> None:
    progress = RepairProgress(20)
    listener = progress.listener
    listener.say("training without changes")
    assert (progress.line, progress.percentage) == ("training without changes", 0)
    listener.baseline(ACCURACY, 0.41)
    listener.trial(record(1, 0.4, units=64))
    assert progress.line == (
        "trial 1 of 20, val accuracy 0.41 without changes, nothing better so far"
    )
    listener.trial(record(2, 0.93, lr=0.001))
    listener.trial(record(3, 0.8, lr=0.1))
    assert progress.line == "trial 3 of 20, val accuracy 0.93 with lr 0.001"


def test_trials_that_fail_at_once_do_not_count() -> None:
    progress = RepairProgress(2)
    progress.listener.baseline(ACCURACY, None)
    for number in range(1, 5):
        progress.listener.trial(record(number, None, lr=0.1))
    assert progress.line.startswith("trial 0 of 2, val accuracy no value without changes")


def test_a_percentage_never_goes_back_and_leaves_room_for_the_verification() -> None:
    progress = RepairProgress(2)
    seen = [progress.percentage]
    progress.listener.baseline(ACCURACY, 0.5)
    for number in (1, 2):
        progress.listener.trial(record(number, 0.9, lr=0.001))
        seen.append(progress.percentage)
    for _ in range(20):
        progress.listener.say("verifying lr 1e-06 -> 0.001 with 6 fresh seeds")
        seen.append(progress.percentage)
    assert seen == sorted(seen)
    assert seen[2] == 60
    assert seen[-1] < 100
    assert progress.line.endswith("fresh seeds; val accuracy 0.9 with lr 0.001")
