"""What holds for plain processes, which promise little."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from seismograd_sandbox.host import project_copy
from seismograd_sandbox.host.process import ProcessSandbox
from seismograd_sandbox.host.sandbox import Promise, SandboxUnusable, Session
from seismograd_sandbox.host.workplace import Workplace


@pytest.fixture
def session(workplace: Workplace) -> Iterator[Session]:
    with ProcessSandbox().open(workplace) as opened:
        yield opened


def test_it_promises_little() -> None:
    assert ProcessSandbox().promises <= {Promise.NO_ORPHANS}
    assert ProcessSandbox().obstacle() is None


def test_it_promises_nothing_that_no_kernel_keeps(without_namespaces: None) -> None:
    assert ProcessSandbox().promises == frozenset()


def test_it_works_on_a_copy(session: Session, project: Path) -> None:
    assert session.run([session.python, "-c", "open('train.py', 'w').write('x')"]).succeeded
    assert (project / "train.py").read_text() == "print('trained')\n"
    assert session.written() == ["train.py"]


def test_large_data_is_copied_and_can_be_read_from_outside(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch, without_namespaces: None
) -> None:
    monkeypatch.setattr(project_copy, "LARGE_DATA", 3)
    (workplace.project / "data.csv").write_text("1,2,3")
    with ProcessSandbox().open(workplace) as session:
        assert session.run(["cat", "data.csv"]).stdout.text == "1,2,3"
        assert session.read("data.csv") == b"1,2,3"
        assert session.run(["sh", "-c", "rm data.csv; ln -s /etc/passwd data.csv"]).succeeded
        with pytest.raises(PermissionError):
            session.read("data.csv")
    assert (workplace.project / "data.csv").read_text() == "1,2,3"


def test_downloaded_data_sets_are_found(
    workplace: Workplace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    (home / ".keras" / "datasets").mkdir(parents=True)
    (home / ".keras" / "datasets" / "mnist.npz").write_text("digits")
    (home / ".netrc").write_text("secret")
    os.symlink(home, home / "nltk_data")
    monkeypatch.setenv("HOME", str(home))
    with ProcessSandbox().open(workplace) as session:
        seen = session.run(["sh", "-c", "cat ~/.keras/datasets/mnist.npz; ls -A ~"]).stdout.text
    assert seen == "digits.keras\n"


def test_a_home_folder_is_no_project(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch, scratch_place: Path
) -> None:
    monkeypatch.setenv("HOME", str(workplace.project))
    with pytest.raises(SandboxUnusable, match="home"):
        ProcessSandbox().open(workplace)
    assert os.listdir(scratch_place) == []
