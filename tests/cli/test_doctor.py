from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Project

OLD_KEYS = {
    *("seismograd", "python", "interpreter", "platform", "parser", "packages", "frameworks"),
    *("rules", "settings_file", "settings", "problems"),
}
on_unix = pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts")


@pytest.fixture(autouse=True)
def no_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/no-engine.sock")


@pytest.fixture
def programs(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder at the front of the PATH, outside of the project."""
    folder = tmp_path_factory.mktemp("programs")
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    return folder


def _program(path: Path, script: str) -> Path:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def _facts(project: Project, *words: str) -> dict[str, Any]:
    return project.run("doctor", "--format", "json", *words).json


def _reasons(facts: dict[str, Any]) -> str:
    assert all(gap["remedy"] for gap in facts["gaps"])
    return "\n".join(gap["reason"] for gap in facts["gaps"])


def test_what_programs_read_is_still_there(project: Project) -> None:
    facts = _facts(project)
    assert facts.keys() >= OLD_KEYS
    assert facts["interpreter"] == sys.executable


def test_every_sandbox_is_shown_with_what_it_lacks(project: Project) -> None:
    facts = _facts(project)
    assert list(facts["sandboxes"]) == ["docker", "bubblewrap", "process"]
    assert not facts["sandboxes"]["docker"]["usable"]
    assert facts["sandboxes"]["docker"]["reason"] in _reasons(facts)
    assert facts["sandboxes"]["process"]["usable"]
    assert facts["sandbox"] in ("bubblewrap", "process")
    text = project.run("doctor").out
    assert "  docker: does not work; " in text
    assert f"    -> {facts['sandboxes']['docker']['remedy']}" in text


def test_a_sandbox_that_was_asked_for_must_work(project: Project) -> None:
    outcome = project.run("doctor", "--sandbox", "docker")
    assert outcome.status == 1
    assert "the sandbox docker cannot be used: " in outcome.out
    assert project.run("doctor", "--sandbox", "process").status == 0


def test_the_users_interpreter_is_read_for_its_packages(project: Project) -> None:
    environment = _facts(project, "--python", sys.executable)["environment"]
    assert environment["interpreter"] == sys.executable
    assert environment["why"] == "as set"
    assert environment["python"] == ".".join(map(str, sys.version_info[:3]))
    text = project.run("doctor", "--python", sys.executable).out
    assert f"your interpreter: {sys.executable} (as set)" in text


def test_no_code_of_the_project_is_executed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("torch.py", "keras.py", "sitecustomize.py", "usercustomize.py", "json.py"):
        project.write(name, f"open({str(project.folder / 'executed')!r}, 'w')")
    monkeypatch.setenv("PYTHONPATH", str(project.folder))
    assert _facts(project, "--python", sys.executable)["environment"]["python"]
    assert not (project.folder / "executed").exists()


def test_an_interpreter_that_is_not_there_is_a_problem(project: Project) -> None:
    project.write("pyproject.toml", '[tool.seismograd]\npython = "no/such/python"\n')
    outcome = project.run("doctor")
    assert outcome.status == 1
    assert "no/such/python" in outcome.out
    assert "your interpreter: none" in outcome.out


def _installed(prefix: Path, packages: dict[str, str], version: str = "3.11") -> Path:
    """A Python by its files; its program notes that it was started."""
    library = prefix / "lib" / f"python{version}"
    site = library / "site-packages"
    site.mkdir(parents=True)
    (library / "os.py").touch()
    for name, number in packages.items():
        (site / f"{name}-{number}.dist-info").mkdir()
    (prefix / "bin").mkdir()
    return _program(prefix / "bin" / "python3", f"touch {prefix / 'started'}")


@on_unix
@pytest.mark.parametrize("script", ["exit 3", "exec sleep 20", "exec yes"])
def test_a_program_that_is_no_python_is_a_gap_and_is_not_started(
    project: Project, script: str
) -> None:
    started = project.folder / "started"
    python = _program(project.folder / "python", f"touch {started}; {script}")
    reasons = _reasons(_facts(project, "--python", str(python)))
    assert "does not work: no Python library lies beside it" in reasons
    assert not started.exists()


@on_unix
def test_an_old_python_is_a_gap(project: Project, tmp_path: Path) -> None:
    python = _installed(tmp_path / "old", {"torch": "1.4.0"}, "3.8")
    assert "is Python 3.8" in _reasons(_facts(project, "--python", str(python)))


@on_unix
@pytest.mark.parametrize(
    ("found", "reason"),
    [
        ({}, "has neither PyTorch nor Keras"),
        ({"keras": "3.1"}, "Keras has no backend to compute with"),
    ],
)
def test_missing_frameworks_are_gaps(
    project: Project, tmp_path: Path, found: dict[str, str], reason: str
) -> None:
    python = _installed(tmp_path / "some", found)
    assert reason in _reasons(_facts(project, "--python", str(python)))
    assert not (tmp_path / "some" / "started").exists()


@on_unix
def test_graphics_cards_are_listed(project: Project, programs: Path, tmp_path: Path) -> None:
    _program(programs / "nvidia-smi", "echo 'NVIDIA H200, 143771, 570.86.15'")
    python = _installed(tmp_path / "some", {"torch": "2.6.0+cpu"})
    facts = _facts(project, "--python", str(python))
    assert facts["gpus"] == [
        {"name": "NVIDIA H200", "memory_bytes": 143771 << 20, "driver": "570.86.15"}
    ]
    assert "torch 2.6.0+cpu was built without CUDA" in _reasons(facts)
    assert "GPU: NVIDIA H200, 140 GiB, driver 570.86.15" in project.run("doctor").out


def test_room_on_the_disk_is_told(project: Project) -> None:
    facts = _facts(project)
    assert facts["disk"]["folder"] == str(project.folder / ".seismograd" / "runs")
    assert facts["disk"]["free_bytes"] > 0
    assert not (project.folder / ".seismograd").exists()


def test_too_little_room_is_a_gap(project: Project) -> None:
    project.write("pyproject.toml", "[tool.seismograd.limits]\ndisk = 1e12\n")
    assert "GiB are free in " in _reasons(_facts(project))


def test_an_unknown_limit_is_a_problem(project: Project) -> None:
    project.write("pyproject.toml", "[tool.seismograd.limits]\nspeed = 3\n")
    outcome = project.run("doctor")
    assert outcome.status == 1
    assert "there is no limit 'speed'" in outcome.out
