"""What of a project is copied, shared and left out, and what a run has written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from seismograd_sandbox.host import project_copy
from seismograd_sandbox.host.data_copy import copy_data
from seismograd_sandbox.host.project_copy import ProjectCopy, copy_project
from seismograd_sandbox.host.sandbox import SandboxUnusable


class Wish:
    """A wish to cancel that is made after a number of questions."""

    def __init__(self, after: int) -> None:
        self._left = after

    def __bool__(self) -> bool:
        self._left -= 1
        return self._left < 0

    def when_set(self, callback: object) -> None:
        pass


def place(project: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "copy"


def names(copy: ProjectCopy) -> set[str]:
    return {
        path.relative_to(copy.folder).as_posix()
        for path in copy.folder.rglob("*")
        if path.is_symlink() or not path.is_dir()
    }


def test_caches_and_old_runs_are_left_out(project: Path, target: Path) -> None:
    place(project, {".seismograd/runs/1/trace.jsonl": "", "pkg/__pycache__/a.pyc": "", "a.py": ""})
    assert names(copy_project(project, target)) == {"a.py", "train.py"}


def test_environments_are_shared_wherever_they_are(project: Path, target: Path) -> None:
    place(project, {"my env/pyvenv.cfg": "", "my env/lib/a.py": "", "conda/conda-meta/history": ""})
    copy = copy_project(project, target)
    assert copy.shared == ["conda", "my env"]
    assert names(copy) == {"train.py"}


def test_large_data_is_shared_and_large_checkpoints_are_copied(
    project: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project_copy, "LARGE_DATA", 10)
    place(project, {"data/train.CSV": "x" * 10, "data/small.csv": "x", "model.pt": "x" * 10})
    copy = copy_project(project, target)
    assert copy.shared == ["data/train.CSV"]
    assert {"data/small.csv", "model.pt"} <= names(copy)


def test_masses_of_files_are_shared_as_a_folder_unless_they_are_sources_or_output(
    project: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project_copy, "MANY_FILES", 3)
    for folder in ("images/cats", "runs", "package"):
        place(project, {f"{folder}/{number}.png": "" for number in range(4)})
    place(project, {"package/load.py": ""})
    copy = copy_project(project, target)
    assert copy.shared == ["images"]
    assert {"runs/0.png", "package/0.png", "package/load.py"} <= names(copy)


def test_no_more_is_copied_than_is_sensible(
    project: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project_copy, "LARGEST_COPY", 30)
    place(project, {"a.pt": "x" * 20, "b.pt": "x" * 20})
    copy = copy_project(project, target)
    assert "a.pt" in names(copy)
    assert copy.shared == ["b.pt", "train.py"]


def test_a_repository_is_known_but_not_its_credentials(project: Path, target: Path) -> None:
    place(
        project,
        {
            ".git/HEAD": "ref: refs/heads/main\n",
            ".git/refs/heads/main": "0" * 40,
            ".git/objects/00/11": "",
            ".git/hooks/post-checkout": "",
            ".git/config": '[core]\n\tbare = false\n[remote "o"]\n\turl = https://u:pw@host/r\n',
        },
    )
    copy = copy_project(project, target)
    assert copy.shared == [".git/objects"]
    assert names(copy) == {".git/HEAD", ".git/config", ".git/refs/heads/main", "train.py"}
    assert (target / ".git/config").read_text() == "[core]\n\tbare = false\n"
    assert copy.written() == []


def test_links_into_the_project_follow_it(project: Path, target: Path) -> None:
    place(project, {"data/a.csv": "", "models/keep": ""})
    os.symlink(project / "data", project / "models" / "input")
    os.symlink("/etc/passwd", project / "outside")
    copy_project(project, target)
    assert os.readlink(target / "models" / "input") == "../data"
    assert os.readlink(target / "outside") == "/etc/passwd"


def test_special_files_are_left_out(project: Path, target: Path) -> None:
    os.mkfifo(project / "pipe")
    assert names(copy_project(project, target)) == {"train.py"}


def test_the_copy_can_be_written_to_and_executed_as_before(project: Path, target: Path) -> None:
    (project / "tool").write_text("")
    (project / "tool").chmod(0o555)
    copy_project(project, target)
    assert (target / "tool").stat().st_mode & 0o700 == 0o700
    assert (target / "train.py").stat().st_mode & 0o100 == 0


def test_new_and_changed_files_are_told(project: Path, target: Path) -> None:
    place(project, {"kept.txt": "same", "touched.txt": "same", "changed.txt": "one"})
    copy = copy_project(project, target)
    assert copy.written() == []
    (target / "out").mkdir()
    (target / "out" / "new.pt").write_text("new")
    (target / "changed.txt").write_text("two")
    (target / "touched.txt").write_text("same")
    (target / "kept.txt").unlink()
    os.symlink("/etc", target / "link")
    assert copy.written() == ["changed.txt", "link", "out/new.pt"]


def test_a_change_that_hides_its_time_is_told(project: Path, target: Path) -> None:
    copy = copy_project(project, target)
    before = (target / "train.py").stat()
    (target / "train.py").write_text("print('evil...')\n"[: before.st_size])
    os.utime(target / "train.py", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert copy.written() == ["train.py"]


def test_links_by_other_paths_into_the_project_follow_it(project: Path, target: Path) -> None:
    place(project, {"data/a.csv": "", "models/keep": ""})
    alias = project.parent / "alias"
    os.symlink(project, alias)
    os.symlink(alias / "data", project / "models" / "by-alias")
    os.symlink("../" * 40 + str(project / "data")[1:], project / "models" / "climbing")
    os.symlink(project.parent, project / "outside")
    copy = copy_project(project, target)
    assert os.readlink(target / "models" / "by-alias") == "../data"
    assert os.readlink(target / "models" / "climbing") == "../data"
    assert copy.leading_out == ["outside"]


def test_what_is_shared_is_told_once_it_is_written(
    project: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project_copy, "LARGE_DATA", 2)
    place(project, {"a.csv": "xxx", "b.csv": "xxx"})
    copy = copy_project(project, target)
    copy_data(copy, None, None, print)
    assert copy.written() == []
    (target / "b.csv").write_text("own")
    assert copy.written() == ["b.csv"]
    assert (project / "b.csv").read_text() == "xxx"


def test_copying_can_be_cancelled(project: Path, target: Path) -> None:
    place(project, {f"{number}.py": "" for number in range(20)})
    with pytest.raises(SandboxUnusable, match="cancelled"):
        copy_project(project, target, Wish(after=5))
    assert len(names(ProjectCopy(project, target))) < 20


def test_a_project_that_is_none_is_an_error_with_a_remedy(tmp_path: Path, target: Path) -> None:
    with pytest.raises(SandboxUnusable) as error:
        copy_project(tmp_path / "nowhere", target)
    assert error.value.obstacle.remedy
