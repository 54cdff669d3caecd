from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from seismograd_sandbox.guest.places import Places


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "sub").mkdir(parents=True)
    return root


def test_files_of_the_project_are_relative(root: Path) -> None:
    places = Places(str(root))
    assert places.file(str(root / "sub" / "a.py")) == "sub/a.py"
    assert places.file(str(root / "sub" / ".." / "a.py")) == "a.py"


@pytest.mark.parametrize(
    "inside",
    [
        ".venv/lib/python3.11/site-packages/torch/nn.py",
        "vendor/dist-packages/x.py",
    ],
)
def test_installed_packages_are_not_the_projects(root: Path, inside: str) -> None:
    places = Places(str(root))
    assert places.in_project(str(root / inside)) is None
    assert places.file(str(root / inside)) == str(root / inside)


def test_other_files_keep_their_path(root: Path) -> None:
    places = Places(str(root))
    beside = str(root.parent / "project-two" / "a.py")
    for name in (beside, os.__file__, "<string>", "<frozen importlib._bootstrap>", "a\0b"):
        assert places.in_project(name) is None
        assert places.file(name) == name


def test_links_count_wherever_they_lead(root: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (root / "linked").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "alias").symlink_to(root)
    assert Places(str(root)).file(str(root / "linked" / "a.py")) == "linked/a.py"
    assert Places(str(tmp_path / "alias")).file(str(root / "a.py")) == "a.py"
    assert Places(str(root)).file(str(tmp_path / "alias" / "a.py")) == "a.py"


def test_the_root_of_everything_is_a_root() -> None:
    assert Places("/").file("/train.py") == "train.py"


def test_relative_names_are_those_of_the_beginning(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    places = Places(str(root))
    monkeypatch.chdir(root / "sub")
    (root / "sub").rmdir()
    assert places.file("a.py") == "a.py"
    monkeypatch.chdir(root)


def test_the_caller_is_the_innermost_place_of_the_project() -> None:
    places = Places(str(Path(__file__).parent))
    line = sys._getframe().f_lineno + 1
    found = list(map(lambda _: places.caller(), [0]))[0]  # noqa: C417, RUF015
    assert found == {"file": Path(__file__).name, "line": line}
    assert Places("/nowhere").caller() is None
