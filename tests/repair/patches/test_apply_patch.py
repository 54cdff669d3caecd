"""A patch is written whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from seismograd.repair.patches.apply_patch import NotWritten, Snapshot, apply_patch
from seismograd.repair.patches.change import Conflict, Patch
from seismograd.source import replace_file
from tests.repair.made_trainings import SOURCE, MadeTrainings, parameters


def test_a_patch_is_written_and_nothing_else_changes(tmp_path: Path) -> None:
    trainings, snapshot = MadeTrainings(tmp_path), Snapshot(tmp_path)
    snapshot.read(str(tmp_path / "train.py"))
    assert apply_patch(trainings.runs.patch({"lr": 0.003}), snapshot) == ["train.py"]
    assert (tmp_path / "train.py").read_text() == SOURCE.replace("1e-06", "0.003")


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    trainings, snapshot = MadeTrainings(tmp_path), Snapshot(tmp_path)
    snapshot.read(str(tmp_path / "train.py"))
    (tmp_path / "train.py").write_text("# mine\n" + SOURCE)
    with pytest.raises(NotWritten, match="changed after it was read; run repair again"):
        apply_patch(trainings.runs.patch({"lr": 0.003}), snapshot)
    assert (tmp_path / "train.py").read_text() == "# mine\n" + SOURCE


def test_a_full_disk_is_told_with_the_name_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The draft is written through a descriptor, whose errors name no file."""
    trainings, snapshot = MadeTrainings(tmp_path), Snapshot(tmp_path)
    snapshot.read(str(tmp_path / "train.py"))

    def no_space(status: object, draft: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(replace_file, "_copy_rights", no_space)
    with pytest.raises(NotWritten, match=r"train\.py: No space left on device"):
        apply_patch(trainings.runs.patch({"lr": 0.003}), snapshot)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["train.py"]


def test_files_outside_of_the_project_are_not_read(tmp_path: Path) -> None:
    outside = tmp_path / "outside.py"
    outside.write_text("secret = 1\n")
    project = tmp_path / "project"
    project.mkdir()
    assert Snapshot(project).read(str(outside)) is None


def test_two_changes_of_the_same_text_conflict(tmp_path: Path) -> None:
    runs = MadeTrainings(tmp_path).runs
    rate = parameters(tmp_path)[0]
    both = Patch((rate.change(0.1), rate.change(0.2)))
    with pytest.raises(Conflict):
        both.files(tmp_path, runs.read)
