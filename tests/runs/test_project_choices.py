from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.runs.project_choices import OF_A_RUN, choices_of_file, within_the_walls
from seismograd.settings import Settings
from seismograd_sandbox.host import selection
from seismograd_sandbox.host.process import ProcessSandbox

PLAIN = Settings()


def strong(name: str, obstacle: bool = False) -> Callable[[Path], ProcessSandbox]:
    class Strong(ProcessSandbox):
        @property
        def name(self) -> str:
            return name

        def obstacle(self) -> selection.Obstacle | None:
            return selection.Obstacle("not here", "get it") if obstacle else None

    return lambda _: Strong()


def weakest(_: Path) -> ProcessSandbox:
    return ProcessSandbox()


@pytest.fixture
def walls(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with bubblewrap and without Docker."""
    makers = {
        "docker": strong("docker", obstacle=True),
        "bubblewrap": strong("bubblewrap"),
        "process": weakest,
    }
    monkeypatch.setattr(selection, "_MAKERS", makers)
    monkeypatch.setattr(selection, "_PICKY", {})


@pytest.mark.parametrize("works", ["docker", "bubblewrap", None])
def test_the_weakest_sandbox_of_the_file_is_not_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, works: str | None
) -> None:
    makers = {works: strong(works)} if works else {}
    monkeypatch.setattr(selection, "_MAKERS", {**makers, "process": weakest})
    settings, why = within_the_walls(replace(PLAIN, sandbox="process"), PLAIN, tmp_path)
    assert settings.sandbox == "auto"
    assert why == {
        "sandbox": "its code would have your rights; --sandbox process takes it all the same"
    }


def test_a_weaker_sandbox_of_the_file_is_not_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    makers = {name: strong(name) for name in ("docker", "bubblewrap")}
    monkeypatch.setattr(selection, "_MAKERS", makers)
    monkeypatch.setattr(selection, "_PICKY", {})
    _, why = within_the_walls(replace(PLAIN, sandbox="bubblewrap"), PLAIN, tmp_path)
    assert why["sandbox"].startswith("docker works here and is stronger")


@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize("name", ["auto", "docker", "bubblewrap"])
def test_one_that_is_as_strong_is_the_projects_to_choose(tmp_path: Path, name: str) -> None:
    asked = replace(PLAIN, sandbox=name)
    assert within_the_walls(asked, PLAIN, tmp_path) == (asked, {})


@pytest.mark.usefixtures("walls")
def test_what_the_user_chooses_is_theirs(tmp_path: Path) -> None:
    asked = replace(PLAIN, sandbox="process", python="/nowhere/python", gpu=True)
    assert within_the_walls(asked, asked, tmp_path) == (asked, {})


@pytest.mark.parametrize("named", ["tools/python", "/nowhere/python", "no-such-python"])
def test_an_interpreter_that_would_not_be_found_is_not_heard(tmp_path: Path, named: str) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "python").symlink_to(sys.executable)
    settings, why = within_the_walls(replace(PLAIN, python=named), PLAIN, tmp_path)
    assert settings.python is None
    assert "--python" in why["python"]


def test_one_that_would_be_found_is_the_projects_to_choose(tmp_path: Path) -> None:
    own = tmp_path / ".venv" / "bin"
    own.mkdir(parents=True)
    (own.parent / "pyvenv.cfg").touch()
    (own / "python").symlink_to(sys.executable)
    (own / "other").symlink_to("/bin/sh")
    for named in (".venv", ".venv/bin/python", sys.executable):
        asked = replace(PLAIN, python=named)
        assert within_the_walls(asked, PLAIN, tmp_path) == (asked, {})
    other = replace(PLAIN, python=os.path.join(".venv", "bin", "other"))
    assert within_the_walls(other, PLAIN, tmp_path)[0].python is None


def test_the_gpu_is_for_the_user_to_give(tmp_path: Path) -> None:
    settings, why = within_the_walls(replace(PLAIN, gpu=True), PLAIN, tmp_path)
    assert (settings.gpu, why) == (False, {"gpu": "--gpu allows it"})


def test_choices_are_told_as_they_stand_in_the_file() -> None:
    settings = Settings(sandbox="process", gpu=True, limits={"memory": 4096.0, "wall": 60.0})
    given = Settings(limits={"wall": 60.0})
    assert choices_of_file(settings, given, OF_A_RUN) == [
        'sandbox = "process"', "gpu = true", "limits.memory = 4096"
    ]  # fmt: skip
