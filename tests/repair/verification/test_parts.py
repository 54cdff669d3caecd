"""A patch of several changes is offered with the part of it that is a repair by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.results.result import MeasuredPatch, RepairResult, RepairStatus
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord
from seismograd.repair.verification.judgement import judged
from seismograd.repair.verification.verify import FEWEST_SEEDS, Verification
from tests.repair.made_trainings import MadeTrainings, by_both

ACCURACY = Objective("val acc", Direction.MAX, Origin.PRINTED)
BOTH = {"lr": 0.001, "units": 64.0}
SINGLES = {"lr": 0.72, "units": 0.61}
"""What the search has measured of each change alone."""


def both_bring_something(lr: float, units: float) -> float:
    return 0.5 + 0.2 * (lr > 1e-4) + 0.1 * (units > 32)


def patches(
    root: Path,
    accuracy: Callable[[float, float], float] = both_bring_something,
    searched: Mapping[str, float] = SINGLES,
    least: float = 0.05,
) -> tuple[MeasuredPatch, ...]:
    trainings = MadeTrainings(root, accuracy)
    tried = [({name: BOTH[name]}, value) for name, value in searched.items()]
    trials = [
        TrialRecord(number, "auto", values, TrialOutcome.FINISHED, value)
        for number, (values, value) in enumerate([*tried, (BOTH, 0.8)], 1)
    ]
    known = RepairResult(
        RepairStatus.NOTHING_BETTER, objective=ACCURACY, judge=ACCURACY, trials=tuple(trials)
    )
    check = Verification(trainings.runs, ACCURACY, lambda baseline: least)
    found = judged([trainings.runs.patch(BOTH)], check, known).patches
    # The patch, each of its changes, and the training as it is: nothing is measured twice.
    assert len(trainings.trials) <= 4 * FEWEST_SEEDS
    return found


def names(measured: MeasuredPatch) -> list[str]:
    return [change.name for change in measured.patch.changes]


def test_the_part_that_was_best_in_the_search_is_offered_as_well(tmp_path: Path) -> None:
    whole, part = patches(tmp_path)
    assert (names(whole), names(part)) == (["lr", "units"], ["lr"])
    assert part.is_verified
    assert part.gain < whole.gain
    assert not part.does_as_well


def test_a_part_that_brings_too_little_is_not_offered(tmp_path: Path) -> None:
    assert len(patches(tmp_path, least=0.25)) == 1


def test_changes_that_only_help_together_have_no_part(tmp_path: Path) -> None:
    assert len(patches(tmp_path, by_both)) == 1


def test_which_part_is_tested_is_not_said_by_the_verification(tmp_path: Path) -> None:
    """What was not tried in the search is not tested, and only one part is."""
    assert [*map(names, patches(tmp_path, searched={"units": 0.61}))] == [
        ["lr", "units"],
        ["units"],
    ]
    assert len(patches(tmp_path, searched={})) == 1
