"""What is left of a self-check that was killed goes with the next one."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

from seismograd_sandbox.host.self_check import forgotten
from seismograd_sandbox.host.self_check.runner import SelfCheck
from tests.sandbox.self_check.boaster import Boaster

OURS = (".seismograd-decoy-0", "seismograd-decoy-1", "seismograd-self-check-2")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(forgotten, "common_places", lambda: (tmp_path, tmp_path / "missing"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def left(place: Path, name: str, *, long_ago: bool) -> Path:
    (place / name).mkdir()
    (place / name / "secret").write_text("decoy")
    if long_ago:
        os.utime(place / name, (0, 0))
    return place / name


def test_what_was_left_long_ago_is_removed(place: Path) -> None:
    folders = [left(place, name, long_ago=True) for name in OURS]
    (place / "seismograd-decoy-file").write_text("kept")
    os.utime(place / "seismograd-decoy-file", (0, 0))
    SelfCheck(Boaster(), [], Path(sys.executable)).prepare()
    assert not any(folder.exists() for folder in folders)
    assert os.listdir(place) == []


def test_what_is_new_or_of_others_stays(place: Path) -> None:
    folders = [left(place, name, long_ago=False) for name in OURS]
    folders += [left(place, name, long_ago=True) for name in ("seismograd-0", "decoy-1")]
    forgotten.remove_forgotten()
    assert all((folder / "secret").exists() for folder in folders)


@pytest.mark.skipif(os.name == "nt", reason="links need special rights there")
def test_links_are_removed_and_not_followed(place: Path) -> None:
    target = left(place, "of-the-user", long_ago=True)
    (place / "seismograd-decoy-link").symlink_to(target)
    os.utime(place / "seismograd-decoy-link", (0, 0), follow_symlinks=False)
    forgotten.remove_forgotten()
    assert os.listdir(place) == ["of-the-user"]
    assert (target / "secret").exists()
