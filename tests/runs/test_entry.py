from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.runs.entry import NoSuchEntry, module_entry, script_entry


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "scripts").mkdir(parents=True)
    (root / "pyproject.toml").write_text("")
    (root / "scripts" / "train.py").write_text("")
    return root


def test_a_script_is_started_where_the_user_stands(project: Path) -> None:
    entry = script_entry("train.py", project / "scripts", ["--epochs", "3"])
    assert (entry.root, entry.folder, entry.name) == (project, "scripts", "train.py")
    assert entry.arguments == ("--epochs", "3")
    assert (entry.title, entry.path) == ("scripts/train.py", "scripts/train.py")


def test_a_script_of_another_project_is_started_in_its_root(project: Path, tmp_path: Path) -> None:
    entry = script_entry("project/scripts/train.py", tmp_path)
    assert (entry.root, entry.folder, entry.name) == (project, ".", "scripts/train.py")


def test_without_a_project_file_the_user_stands_in_the_root(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "train.py").write_text("")
    entry = script_entry("deep/train.py", tmp_path)
    assert (entry.root, entry.folder, entry.name) == (tmp_path, ".", "deep/train.py")


def test_a_module_is_known_by_its_name(project: Path) -> None:
    entry = module_entry("scripts.train", project, ["x"])
    assert (entry.root, entry.folder, entry.title) == (project, ".", "-m scripts.train")


@pytest.mark.parametrize("name", ["train.py", "no-module", "", "a..b", "a b"])
def test_what_is_no_module_is_refused(project: Path, name: str) -> None:
    with pytest.raises(NoSuchEntry, match="not the name of a module"):
        module_entry(name, project)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("trian.py", "did you mean train.py"),
        ("nothing/at/all.py", "name a script"),
        (".", "folder without __main__.py"),
        ("book.ipynb", "nbconvert"),
    ],
)
def test_what_cannot_be_run_is_refused_with_a_remedy(project: Path, name: str, words: str) -> None:
    (project / "scripts" / "book.ipynb").write_text("{}")
    with pytest.raises(NoSuchEntry, match=words):
        script_entry(name, project / "scripts")


def test_a_folder_with_a_main_can_be_run(project: Path) -> None:
    (project / "scripts" / "__main__.py").write_text("")
    assert script_entry("scripts", project).name == "scripts"


def test_nobody_hands_over_a_whole_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / "train.py").write_text("")
    with pytest.raises(NoSuchEntry, match="a folder of its own"):
        script_entry("train.py", tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "train.py").write_text("")
    assert script_entry("work/train.py", tmp_path).root == tmp_path / "work"
