from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.own_folder import NoFolder
from seismograd.runs.folder import RunFolder, given_run_folder, new_run_folder
from seismograd.runs.history import find_run, list_runs, prune
from seismograd.runs.record import RunRecord, read_record, write_record
from seismograd.runs.state import RunState
from seismograd.signed_files import write_signed
from seismograd_sandbox.host.owner import Owner
from tests import parts


def kept_run(root: Path, number: int, **values: object) -> RunFolder:
    new_run_folder(root).path.rmdir()
    folder = RunFolder(root / ".seismograd" / "runs" / f"20260101-0000{number:02}-abcd")
    folder.path.mkdir()
    record = RunRecord(entry="train.py", root=str(root), state=RunState.FINISHED)
    write_record(folder, replace(record, **values))  # type: ignore[arg-type]
    return folder


def test_the_folder_is_ignored_by_version_control(tmp_path: Path) -> None:
    parts.program("git", "git")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    folder = new_run_folder(tmp_path)
    folder.trace.write_text("{}")
    status = subprocess.run(
        ["git", "status", "--short"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert status.stdout == ""


def test_two_runs_never_share_a_folder(tmp_path: Path) -> None:
    assert len({new_run_folder(tmp_path).path for _ in range(20)}) == 20


@pytest.mark.parametrize("link", [".seismograd", ".seismograd/runs"])
def test_a_project_cannot_send_what_is_written_elsewhere(tmp_path: Path, link: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    root = tmp_path / "project"
    (root / link).parent.mkdir(parents=True)
    (root / link).symlink_to(elsewhere)
    with pytest.raises(NoFolder, match="is a link"):
        new_run_folder(root)
    assert list(elsewhere.iterdir()) == []
    assert list_runs(root) == []


def test_a_folder_that_is_named_must_be_new_or_empty(tmp_path: Path) -> None:
    assert given_run_folder(tmp_path / "a" / "b", tmp_path).path == tmp_path / "a" / "b"
    (tmp_path / "a" / "b" / "x").write_text("")
    with pytest.raises(NoFolder, match="not empty"):
        given_run_folder(tmp_path / "a" / "b", tmp_path)
    with pytest.raises(NoFolder, match="cannot be made"):
        given_run_folder(tmp_path / "a" / "b" / "x", tmp_path)


def test_files_are_placed_beside_links_and_not_through_them(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    folder = RunFolder(tmp_path / "run")
    folder.path.mkdir()
    folder.record.symlink_to(victim)
    folder.files.symlink_to(tmp_path)
    write_record(folder, RunRecord(entry="a.py"))
    assert victim.read_text() == "mine"
    assert folder.empty(folder.files).is_dir()
    assert not folder.files.is_symlink()
    assert victim.exists()


def test_a_record_comes_back_as_it_was(tmp_path: Path) -> None:
    record = RunRecord(
        id=tmp_path.name,
        entry="train.py",
        arguments=("--lr", "1"),
        state=RunState.TIMEOUT,
        loss=float("inf"),
        seconds=1.5,
        written=("a.pt",),
        owner=Owner.this_process(),
    )
    write_record(RunFolder(tmp_path), record)
    assert read_record(RunFolder(tmp_path)) == record


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{",
        "null",
        '{"version": 2}',
        "[" * 100_000,
        '{"version": 1, "state": [], "arguments": "x", "seconds": "soon", "owner": {"pid": {}}}',
        '{"version": 1, "state": "running", "owner": {"pid": 1e400, "started": ""}}',
    ],
)
def test_a_record_that_somebody_forged_does_no_harm(tmp_path: Path, content: str) -> None:
    folder = new_run_folder(tmp_path)
    write_signed(folder.record, content.encode(), tmp_path)
    for _, record in list_runs(tmp_path):
        assert record.id == folder.id
        assert json.dumps(record.as_dict())


def test_a_pipe_in_place_of_the_record_holds_up_nobody(tmp_path: Path) -> None:
    folder = new_run_folder(tmp_path)
    os.mkfifo(folder.record)
    assert list_runs(tmp_path) == []


def test_the_newest_run_comes_first(tmp_path: Path) -> None:
    for number in range(5):
        kept_run(tmp_path, number)
    ids = [folder.id for folder, _ in list_runs(tmp_path, most=3)]
    assert ids == [f"20260101-0000{number:02}-abcd" for number in (4, 3, 2)]


def test_a_run_whose_watcher_has_died_was_interrupted(tmp_path: Path) -> None:
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"],
                          capture_output=True, text=True, check=True)  # fmt: skip
    kept_run(tmp_path, 1, state=RunState.RUNNING, owner=Owner(int(gone.stdout), "then"))
    kept_run(tmp_path, 2, state=RunState.RUNNING, owner=Owner.this_process())
    kept_run(tmp_path, 3, state=RunState.RUNNING, owner=None)
    states = [record.state for _, record in list_runs(tmp_path)]
    assert states == [RunState.INTERRUPTED, RunState.RUNNING, RunState.INTERRUPTED]


def test_old_runs_go_and_those_that_go_on_stay(tmp_path: Path) -> None:
    owner = Owner.this_process()
    first = kept_run(tmp_path, 0, state=RunState.RUNNING, owner=owner)
    folders = [kept_run(tmp_path, number) for number in range(1, 6)]
    assert prune(tmp_path, runs=2) == [folder.id for folder in reversed(folders[:3])]
    assert first.path.exists()
    assert [folder.path.exists() for folder in folders] == [False, False, False, True, True]


def test_large_runs_go_but_never_the_newest(tmp_path: Path) -> None:
    folders = [kept_run(tmp_path, number) for number in range(3)]
    for folder in folders:
        (folder.path / "big").write_bytes(bytes(1_000_000))
    prune(tmp_path, total_bytes=500_000)
    assert [folder.path.exists() for folder in folders] == [False, False, True]


@pytest.mark.parametrize("name", ["..", ".", "", "a/b", "../runs", "x" * 100, "a\0b"])
def test_a_name_that_leads_elsewhere_is_no_run(tmp_path: Path, name: str) -> None:
    kept = kept_run(tmp_path, 1)
    assert find_run(tmp_path, kept.id) == kept
    assert find_run(tmp_path, name) is None


def test_files_that_only_look_large_push_no_run_out(tmp_path: Path) -> None:
    folders = [new_run_folder(tmp_path) for _ in range(3)]
    with folders[0].trace.open("wb") as file:
        file.truncate(1 << 40)
    assert prune(tmp_path, total_bytes=500_000) == []
