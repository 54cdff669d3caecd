"""A repair is read back by whoever saved it, and its patch fits the text it was found for."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.repair.patches.apply_patch import Snapshot
from seismograd.repair.patches.change import Patch
from seismograd.repair.patches.patch_state import (
    PatchState,
    patch_state,
    why_not_applied,
    why_not_reverted,
)
from seismograd.repair.results.save_repair import RepairReport, save_repair
from seismograd.repair.results.saved_repair import (
    RESULT,
    SavedPatch,
    find_repair,
    list_repairs,
    prune_repairs,
)
from seismograd.source.edits import apply_edits
from tests.repair.made_trainings import SOURCE, MadeTrainings

NAME = "20260102-030405-abcd"
TRIAL = {"number": 1, "changes": [{"name": "lr", "new": 0.003}], "value": 0.9, "seconds": 1.5}
CHANGE = {"name": "lr", "old": "1e-06", "new": "0.003", "contribution": 0.4}
MEASURED = {"title": "lr 1e-06 -> 0.003", "verified": True, "changes": [CHANGE]}
RESULT_JSON = {
    "version": 1,
    "status": "repaired",
    "objective": {"name": "val acc", "direction": "max"},
    "patches": [MEASURED],
    "trials": [{**TRIAL, "outcome": "finished", "reason": ""}],
}
REPORT = RepairReport(
    "train.py --fast", "train.py", ["--fast"], "Verified.", RESULT_JSON, ["lr -> 0.003"], "<p>page"
)


def saved(root: Path, name: str = NAME) -> Patch:
    trainings = MadeTrainings(root)
    patch = trainings.runs.patch({"lr": 0.003})
    save_repair(name, REPORT, [patch], Snapshot(root))
    return patch


def patch_of(root: Path) -> SavedPatch:
    (found,) = list_repairs(root)
    return found.patches[0]


def read(path: str) -> str | None:
    return Path(path).read_text() if Path(path).is_file() else None


def test_what_was_saved_is_read_back(tmp_path: Path) -> None:
    patch = saved(tmp_path)
    (found,) = list_repairs(tmp_path)
    assert (found.id, found.title, found.status) == (NAME, "train.py --fast", "repaired")
    assert (found.script, found.arguments) == ("train.py", ("--fast",))
    assert found.objective == "val acc (max)"
    assert found.page is not None
    assert found.page.read_text() == "<p>page"
    (only,) = found.patches
    assert (only.summary, only.is_verified) == ("lr -> 0.003", True)
    assert only.files[0].edits == patch.edits
    assert only.changes[0].contribution == 0.4
    (trial,) = found.trials
    assert (trial.changes, trial.value, trial.outcome) == ("lr 0.003", 0.9, "finished")


def test_a_patch_is_ready_applied_or_neither(tmp_path: Path) -> None:
    saved(tmp_path)
    files, script = patch_of(tmp_path).files, tmp_path / "train.py"
    assert patch_state(files, read) is PatchState.READY
    assert why_not_applied(files, read) is None
    assert "nothing to revert" in (why_not_reverted(files, read) or "")

    script.write_text(apply_edits(SOURCE, files[0].edits))
    assert patch_state(files, read) is PatchState.APPLIED
    assert "already" in (why_not_applied(files, read) or "")
    assert why_not_reverted(files, read) is None
    assert apply_edits(script.read_text(), [files[0].reverse]) == SOURCE

    script.write_text("# mine\n" + script.read_text())
    assert patch_state(files, read) is PatchState.CHANGED
    assert (why_not_applied(files, read) or "").startswith("train.py changed since the search.")
    assert "changed since the patch was applied" in (why_not_reverted(files, read) or "")


def test_a_repair_of_somebody_else_is_none(tmp_path: Path) -> None:
    saved(tmp_path)
    file = tmp_path / ".seismograd" / "repairs" / NAME / RESULT
    file.write_text(file.read_text().replace("0.003", "0.004"))
    assert list_repairs(tmp_path) == []
    assert find_repair(tmp_path, NAME) is None


def test_a_patch_with_a_file_that_is_gone_has_no_edits(tmp_path: Path) -> None:
    saved(tmp_path)
    (tmp_path / "train.py").unlink()
    assert patch_of(tmp_path).files == ()


@pytest.mark.parametrize("name", ["../repairs", "", "a/b", "x" * 65])
def test_names_that_lead_elsewhere_are_no_repairs(tmp_path: Path, name: str) -> None:
    saved(tmp_path)
    assert find_repair(tmp_path, name) is None


def test_the_oldest_beyond_the_limit_are_removed_and_no_trials(tmp_path: Path) -> None:
    for day in range(1, 4):
        saved(tmp_path, f"2026010{day}-030405-abcd")
    trials = tmp_path / ".seismograd" / "repairs" / "0123456789abcdef"
    trials.mkdir()
    prune_repairs(tmp_path, 2)
    assert [one.id[:8] for one in list_repairs(tmp_path)] == ["20260103", "20260102"]
    assert trials.is_dir()
