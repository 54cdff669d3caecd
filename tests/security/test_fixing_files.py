"""`check --fix` writes the file that the user named, as the user left it, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from seismograd.cli import mending
from seismograd.cli.main import main
from seismograd.source import replace_file as writing
from seismograd.source.replace_file import replace_file

FAULTY = "import torch\nx = 1  # seismograd: ignore\n"
FIXED = "import torch\nx = 1\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("")
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("named", [".", "train.py"])
def test_a_link_that_leads_out_is_not_written_through(
    project: Path, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = project.parent / "outside.py"
    outside.write_text(FAULTY)
    (project / "train.py").symlink_to(outside)
    main(["check", "--fix", named])
    assert outside.read_text() == FAULTY
    assert (project / "train.py").is_symlink()
    if named != ".":
        assert "leads out of the project; name the file itself" in capsys.readouterr().err


def test_a_folder_that_is_a_link_is_not_written_through(project: Path) -> None:
    outside = project.parent / "outside"
    outside.mkdir()
    (outside / "train.py").write_text(FAULTY)
    (project / "linked").symlink_to(outside)
    main(["check", "--fix", "linked/train.py"])
    assert (outside / "train.py").read_text() == FAULTY


def test_a_link_within_the_project_stays_one(project: Path) -> None:
    (project / "real.py").write_text(FAULTY)
    (project / "train.py").symlink_to("real.py")
    main(["check", "--fix", "train.py"])
    assert (project / "train.py").is_symlink()
    assert (project / "real.py").read_text() == FIXED


def test_no_name_that_somebody_can_guess_is_written(project: Path) -> None:
    victim = project.parent / "victim"
    victim.write_text("mine")
    (project / "train.py").write_text(FAULTY)
    (project / f".train.py.{os.getpid()}.seismograd").symlink_to(victim)
    main(["check", "--fix", "train.py"])
    assert victim.read_text() == "mine"
    assert (project / "train.py").read_text() == FIXED


def test_an_edit_made_meanwhile_is_kept(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = project / "train.py"
    path.write_text(FAULTY)
    mend = mending.mend

    def mend_and_edit(*given: object, **options: object) -> object:
        fixed = mend(*given, **options)  # type: ignore[arg-type]
        path.write_text(FAULTY + "y = 2\n")
        return fixed

    monkeypatch.setattr("seismograd.cli.check.mend", mend_and_edit)
    main(["check", "--fix", "train.py"])
    assert path.read_text() == FAULTY + "y = 2\n"
    assert "changed after it was read; check it again" in capsys.readouterr().err


def test_an_edit_made_while_the_draft_is_written_is_kept(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = project / "train.py"
    path.write_text("old")
    draft = writing._draft

    def draft_and_edit(target: str, content: bytes) -> str:
        made = draft(target, content)
        path.write_text("edited")
        return made

    monkeypatch.setattr(writing, "_draft", draft_and_edit)
    with pytest.raises(OSError, match="changed after it was read"):
        replace_file(str(path), b"old", b"new", [str(project)])
    assert path.read_text() == "edited"
    assert sorted(os.listdir(project)) == ["pyproject.toml", "train.py"]


def test_rights_stay_and_no_draft_is_left(project: Path) -> None:
    path = project / "train.py"
    path.write_text("old")
    path.chmod(0o750)
    replace_file(str(path), b"old", b"new", [str(project)])
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o7777 == 0o750
    assert sorted(os.listdir(project)) == ["pyproject.toml", "train.py"]
