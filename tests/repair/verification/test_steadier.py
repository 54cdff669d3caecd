"""Where the best value does well with some seeds only, one nearer to the source is verified."""

from __future__ import annotations

from pathlib import Path

from seismograd.repair.results.result import RepairResult, RepairStatus
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord
from seismograd.repair.verification.judgement import judged
from seismograd.repair.verification.verify import Verification
from tests.repair.made_trainings import MadeTrainings
from tests.repair.test_search_loop import ACCURACY


def trial(number: int, value: float, **values: float) -> TrialRecord:
    return TrialRecord(number, "auto", values, TrialOutcome.FINISHED, value)


def judge(trainings: MadeTrainings, trials: tuple[TrialRecord, ...]) -> RepairResult:
    runs = trainings.runs
    known = RepairResult(RepairStatus.NOTHING_BETTER, objective=ACCURACY, trials=trials)
    best = max(trials, key=lambda one: one.value or 0.0)
    verification = Verification(runs, ACCURACY, lambda baseline: 0.05)
    return judged([runs.patch(best.values)], verification, known)


def test_a_rate_at_the_edge_gives_way_to_one_nearer_to_the_source(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path)
    trainings.accuracy = lambda lr, units: _at_the_edge(lr, trainings.trials[-1].shift_seeds)
    trials = (trial(1, 0.9, lr=0.1), trial(2, 0.8, lr=0.01), trial(3, 0.7, lr=0.001))
    result = judge(trainings, trials)
    assert result.status is RepairStatus.REPAIRED
    assert [one.is_verified for one in result.patches] == [True, False]
    assert result.patches[0].patch.title == "lr 1e-06 -> 0.001"


def _at_the_edge(lr: float, seed: int) -> float:
    """The largest rate diverges with every second seed."""
    if lr == 0.1:
        return 0.9 if seed % 2 else 0.1
    return 0.7 if lr >= 0.001 else 0.5


def test_what_is_no_better_anywhere_has_no_second_chance(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path, lambda lr, units: 0.5, noise=0.02)
    result = judge(trainings, (trial(1, 0.53, lr=0.1), trial(2, 0.45, lr=0.01)))
    assert result.status is RepairStatus.NOTHING_BETTER
    assert len(result.patches) == 1


def test_other_parameters_are_no_second_chance(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path)
    trainings.accuracy = lambda lr, units: _at_the_edge(lr, trainings.trials[-1].shift_seeds)
    result = judge(trainings, (trial(1, 0.9, lr=0.1), trial(2, 0.7, units=64)))
    assert len(result.patches) == 1
