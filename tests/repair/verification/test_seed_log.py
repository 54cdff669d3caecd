"""A verification is resumed with what this user's own earlier one has measured."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from seismograd.repair.objective import Direction
from seismograd.repair.patches.change import Patch
from seismograd.repair.verification.seed_log import NAME, SeedLog, SeedValue
from seismograd.repair.verification.verify import Verification
from tests.repair.made_trainings import MadeTrainings
from tests.repair.verification.test_verify import ACCURACY

CHANGED = {"train.py": "lr = 0.1\n"}
MEASURED = SeedValue(0.75, learned=True)


def log(root: Path) -> SeedLog:
    return SeedLog(root / ".seismograd" / "repairs" / "ab12", root)


def verification(trainings: MadeTrainings) -> Verification:
    return Verification(trainings.runs, ACCURACY, lambda baseline: 0.0, log=log(trainings.root))


def test_a_value_comes_back_for_the_same_edits_seed_and_judge_only(tmp_path: Path) -> None:
    log(tmp_path).add(CHANGED, 101, ACCURACY, MEASURED)
    again = log(tmp_path)
    assert again.find(CHANGED, 101, ACCURACY) == MEASURED
    assert again.find(CHANGED, 102, ACCURACY) is None
    assert again.find({"train.py": "lr = 0.2\n"}, 101, ACCURACY) is None
    assert again.find(CHANGED, 101, replace(ACCURACY, direction=Direction.MIN)) is None


def test_values_that_somebody_else_wrote_do_not_count(tmp_path: Path) -> None:
    log(tmp_path).add(CHANGED, 101, ACCURACY, MEASURED)
    file = log(tmp_path).folder / NAME
    (key,) = json.loads(file.read_text())
    file.write_text(json.dumps({key: {"value": 1.0, "learned": True}}))
    assert log(tmp_path).find(CHANGED, 101, ACCURACY) is None


def test_an_interrupted_verification_trains_only_what_is_missing(tmp_path: Path) -> None:
    whole = MadeTrainings(tmp_path)
    patch = whole.runs.patch({"lr": 0.001})
    expected = Verification(whole.runs, ACCURACY, lambda baseline: 0.0).verify([patch])
    first = verification(MadeTrainings(tmp_path))
    first.seeds = (101, 102, 103, 104, 105, 106)
    first.values_of(Patch())
    again = MadeTrainings(tmp_path)
    said: list[str] = []
    second = verification(again)
    second.tell = said.append
    assert second.verify([patch]) == expected
    assert [one.shift_seeds for one in again.trials] == [101, 102, 103, 104, 105, 106]
    assert second.trainings == 6
    assert said[0] == "verifying no change with 6 fresh seeds, 6 of them taken over"


def test_failed_seeds_are_trained_again(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path, lambda lr, units: float("nan"))
    check = verification(trainings)
    check.seeds = (101, 102)
    assert check.values_of(Patch()) == (None, None)
    fixed = verification(MadeTrainings(tmp_path))
    fixed.seeds = (101, 102)
    assert None not in fixed.values_of(Patch())


def test_values_that_cannot_be_saved_are_said_once(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path)
    (tmp_path / ".seismograd").write_text("in the way")
    check = verification(trainings)
    said: list[str] = []
    check.tell, check.seeds = said.append, (101, 102, 103)
    assert None not in check.values_of(Patch())
    assert sum("the verification cannot be resumed" in line for line in said) == 1
    assert str(tmp_path) in said[1]
