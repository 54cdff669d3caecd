"""From a diagnosis to a verified patch, over made-up trainings."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.faults import Edit, FaultType, Finding, Fix, Safety, Severity
from seismograd.localise.diagnosis import Cause, Diagnosis
from seismograd.program import read_program
from seismograd.repair.deadline import Deadline
from seismograd.repair.operators import OPERATORS
from seismograd.repair.options import RepairOptions
from seismograd.repair.repair_training import Repair, choose_finalists
from seismograd.repair.results.result import RepairResult, RepairStatus
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord
from seismograd.reports.repair_json import repair_json
from seismograd.reports.repair_sentence import repair_sentence
from seismograd.reports.repair_text import repair_text
from seismograd.runs.trial import Trial, TrialResult, Watch
from seismograd.source.document import Document
from seismograd.source.workspace import Workspace
from tests.repair.made_trainings import MadeTrainings, parameters, span
from tests.repair.test_search_loop import ACCURACY
from tests.traces.symptoms.made_histories import history


@pytest.fixture(autouse=True)
def only_made_parameters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up source has no training that operators would know."""

    class Made:
        def parameters(self, context: object) -> list[object]:
            return list(parameters(tmp_path))

    monkeypatch.setattr("seismograd.repair.space.OPERATORS", (Made(),))


def repair(trainings: MadeTrainings, *, faulty: bool = True, **more: object) -> Repair:
    root = trainings.root
    workspace = Workspace([root])
    document = Document(str(root / "train.py"), (root / "train.py").read_text())
    workspace.open(document)
    causes = (Cause(_finding(root)),) if faulty else ()
    options = RepairOptions(stop_by_symptoms=False, trainings=2)
    return Repair(
        root,
        trainings.runs.read,
        read_program(workspace, document),
        Diagnosis(causes, (), history()),
        trainings,
        replace(options, **more),  # type: ignore[arg-type]
        Deadline(),
    )


def _finding(root: Path) -> Finding:
    fix = Fix("Set it", Safety.UNSAFE, (Edit(span(root, "lr"), "0.001"),))
    where = span(root, "lr")
    return Finding("X", "rate", FaultType.HLR, Severity.WARNING, 0.9, "m", where, fixes=(fix,))


def test_the_change_that_helps_is_verified_alone(tmp_path: Path) -> None:
    result = repair(MadeTrainings(tmp_path)).run()
    assert result.status is RepairStatus.REPAIRED
    assert result.patches[0].patch.title == "lr 1e-06 -> 0.001"
    assert result.patches[0].is_verified
    assert result.used <= result.trainings == 2
    text = repair_text(result, "train.py", str(tmp_path))
    assert "lr 1e-06 -> 0.001 (val acc 0.4975" in text
    assert "6 seeds, p 0.016): verified" in text
    assert "\n   train.py:1: lr 1e-06 -> 0.001" in text


def test_nothing_is_better_than_noise(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path, lambda lr, units: 0.9, noise=0.02)
    result = repair(trainings, faulty=False).run()
    assert result.status is RepairStatus.NOTHING_BETTER
    assert not any(one.is_verified for one in result.patches)
    assert result.reason


def test_a_healthy_training_is_not_tuned_by_training_longer_or_wider(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path, lambda lr, units: 0.8 if units < 32 else 0.99)
    result = repair(trainings, faulty=False).run()
    assert result.status is RepairStatus.NOTHING_BETTER
    assert all("units" not in one.values for one in result.trials)


def test_a_crash_is_repaired_where_the_run_finishes(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path, lambda lr, units: 0.9 if lr > 1e-4 else math.nan)
    made = trainings.__call__

    def silent(trial: object, watch: object = None) -> object:
        result = made(trial)  # type: ignore[arg-type]
        return replace(result, output="", history=type(result.history)()) if (
            result.has_failed
        ) else result  # fmt: skip

    task = repair(trainings)
    task.run_trial = silent  # type: ignore[assignment]
    result = task.run()
    assert result.status is RepairStatus.REPAIRED
    assert result.objective is not None
    assert result.objective.name == "training loss"
    told = repair_json(result, str(tmp_path))
    assert told["baseline"]["values"] == [None] * 6
    assert told["patches"][0]["difference"] is None


def test_an_unknown_objective_is_named_in_the_answer(tmp_path: Path) -> None:
    result = repair(MadeTrainings(tmp_path), objective="bleu:max").run()
    assert result.status is RepairStatus.CANNOT_TELL
    assert "it reports: val acc" in result.reason


def test_json_has_the_fields_of_the_contract(tmp_path: Path) -> None:
    told = repair_json(repair(MadeTrainings(tmp_path)).run(), str(tmp_path))
    assert told["version"] == 1
    assert told["status"] == "repaired"
    assert told["objective"]["name"] == "val acc"
    assert told["objective"]["found"] == "trace"
    assert told["baseline"]["seeds"] == [101, 102, 103, 104, 105, 106]
    patch = told["patches"][0]
    assert {"title", "verified", "values", "difference", "interval", "p"} <= patch.keys()
    assert patch["changes"][0] == {
        "fault_type": "HLR",
        "name": "lr",
        "old": "1e-06",
        "new": "0.001",
        "contribution": patch["difference"],
    }
    assert patch["edits"][0]["file"] == "train.py"
    assert patch["edits"][0]["new_text"] == "0.001"
    trial = told["trials"][0]
    assert {"number", "strategy", "changes", "value", "outcome", "seconds"} <= trial.keys()


def test_a_smaller_patch_that_is_nearly_as_good_comes_first(tmp_path: Path) -> None:
    runs = MadeTrainings(tmp_path).runs
    trials = [
        TrialRecord(1, "auto", {"lr": 0.01, "units": 64}, TrialOutcome.FINISHED, 0.92),
        TrialRecord(2, "auto", {"lr": 0.001}, TrialOutcome.FINISHED, 0.91),
        TrialRecord(3, "auto", {"units": 64}, TrialOutcome.STOPPED, 0.99),
        TrialRecord(4, "auto", {"lr": 0.1}, TrialOutcome.FINISHED, 0.4),
    ]
    found = choose_finalists(trials, ACCURACY, -0.5, runs)
    assert [len(one.changes) for one in found] == [1]
    more = choose_finalists(trials, ACCURACY, -0.5, runs, alternatives=True)
    assert [len(one.changes) for one in more] == [1, 2]


def test_of_two_that_are_nearly_as_good_the_shorter_training_comes_first(tmp_path: Path) -> None:
    runs = MadeTrainings(tmp_path).runs
    epochs = replace(runs.space.by_name["units"], name="epochs", fault_type=FaultType.HNE)
    space = replace(runs.space, parameters=(runs.space.by_name["lr"], epochs))
    tried = [
        ({"epochs": 200}, 0.92),
        ({"epochs": 20}, 0.91),
        ({"epochs": 4}, 0.7),
        ({"lr": 0.1}, 0.8),
    ]
    trials = [
        TrialRecord(number, "auto", values, TrialOutcome.FINISHED, value)
        for number, (values, value) in enumerate(tried, 1)
    ]
    found = choose_finalists(trials, ACCURACY, -0.5, replace(runs, space=space))
    assert [one.title for one in found] == ["epochs 2 -> 20", "lr 1e-06 -> 0.1"]


def test_every_operator_survives_a_program_without_a_training(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path)
    task = repair(trainings, faulty=False)
    assert task.program is not None
    context = task._context(task.program)
    for operator in OPERATORS:
        assert list(operator.parameters(context)) == []


def test_a_cancelled_verification_says_so_with_the_best_so_far(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path)
    task = repair(trainings)

    def cancel_when_verifying(trial: Trial, watch: Watch | None = None) -> TrialResult:
        if trial.shift_seeds == 103:
            task.deadline.cancel.set()
        return trainings(trial, watch)

    task.run_trial = cancel_when_verifying
    result = task.run()
    assert result.status is RepairStatus.CANCELLED
    assert result.reason.startswith("in the verification; best so far: val acc 0.")
    assert " with lr 0.001" in result.reason
    text = repair_text(result, "train.py", str(tmp_path))
    assert text.startswith("train.py: cancelled in the verification; best so far")
    assert "none of" not in text
    assert repair_sentence(result) == f"Cancelled {result.reason}. Search again to resume."


class LateTrainings(MadeTrainings):
    """The time is over in the middle of one of them."""

    def __init__(self, root: Path, last: int, deadline: Deadline) -> None:
        super().__init__(root, noise=0.0)
        self.last = last
        self.deadline = deadline

    def __call__(self, trial: Trial, watch: Watch | None = None) -> TrialResult:
        result = super().__call__(trial, watch)
        if len(self.trials) == self.last:
            self.deadline.is_over = True
            self.deadline.cancel.set()
        return result


def late_repair(root: Path, last: int) -> RepairResult:
    deadline = Deadline(40.0)
    deadline.close()
    task = repair(LateTrainings(root, last, deadline), alternatives=True)
    task.deadline = deadline
    return task.run()


@pytest.mark.parametrize(
    ("last", "where"),
    [
        (1, "in the training without changes"),
        (3, "in the search"),
        (5, "in the verification; not verified: lr 1e-06 -> 0.001"),
    ],
)
def test_the_reason_says_that_the_time_is_over(tmp_path: Path, last: int, where: str) -> None:
    result = late_repair(tmp_path, last)
    assert result.status is not RepairStatus.REPAIRED
    assert result.reason == f"ended after 40 s (--seconds), {where}"


def test_what_was_verified_by_then_is_kept(tmp_path: Path) -> None:
    """One training as it is, two trials, the baseline with all seeds, the best patch, and more."""
    seeds = len(repair(MadeTrainings(tmp_path, noise=0.0), alternatives=True).run().seeds)
    result = late_repair(tmp_path, 1 + 2 + 2 * seeds + 1)
    assert result.status is RepairStatus.REPAIRED
    assert result.patches[0].is_verified
    assert result.reason == "ended after 40 s (--seconds), in the verification"
